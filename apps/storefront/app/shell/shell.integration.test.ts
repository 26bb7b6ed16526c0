import { HOME_ADDRESS } from '@shop/laboratory-api/orders/testing/order-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  HOME_LABORATORY,
  openTestStorefront,
  type TestStorefront,
} from '../../server/testing/open-test-storefront.ts'
import { addToCart } from '../cart/add-to-cart.server.ts'
import { cartBadge } from '../cart/cart-badge.server.ts'
import { logOut } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { runPageMiddleware } from '../testing/page-middleware.ts'
import { formOf, outcomeOf } from '../testing/test-shop.ts'
import {
  changeLaboratory,
  chooseLaboratory,
  laboratoryQuestion,
  offeredLaboratories,
} from './laboratory.server.ts'
import { loadShell } from './load-shell.server.ts'

let storefront: TestStorefront
let customer: Awaited<ReturnType<TestStorefront['customer']>>
const env = { locales: ['en', 'ru', 'pl', 'be'], defaultLocale: 'en', partner: 'synlab' }

beforeAll(async () => {
  storefront = await openTestStorefront()
  customer = await storefront.customer()
})
afterAll(() => storefront.close())

function shopOf(who?: typeof customer, overrides: Partial<Shop> = {}): Shop {
  return storefront.shopOf(who, { env: env as unknown as Shop['env'], ...overrides })
}
const shell = (shop: Shop) => loadShell({ shop, readCart: cartBadge })
const question = (query: string) => laboratoryQuestion(new URLSearchParams(query))

test('a guest’s shell needs no database statement', async () => {
  const statements = await storefront.database.statementsOf(async () => {
    expect(await shell(shopOf())).toMatchObject({ user: null, cart: null, laboratories: null })
  })
  expect(statements).toEqual([])
})

test('a logged-in customer’s shell needs at most three statements', async () => {
  const statements = await storefront.database.statementsOf(async () => {
    const { user, cart } = await shell(shopOf(customer))
    expect(user?.name).not.toBe('')
    expect(cart).toMatchObject({ count: 0 })
  })
  expect(statements.length).toBeLessThanOrEqual(3)
})

test('the shell shows for whom an analysis is in the cart, and still needs at most three statements', async () => {
  const buyer = await storefront.customer()
  const analysisId = storefront.analysisId('1252')
  const [patient] = await shopOf(buyer).api.patients()
  await addToCart({
    shop: shopOf(buyer),
    analysisId,
    patientIds: [patient!.id],
  })
  const first = await shell(shopOf(buyer))
  expect(first.cart?.count).toBe(1)
  expect(first.cart?.namesByAnalysisId[analysisId]).toEqual([patient!.personalDetails.firstName])
  const statements = await storefront.database.statementsOf(() => shell(shopOf(buyer)))
  expect(statements.length).toBeLessThanOrEqual(3)
})

test('an order that waits for its payment is shown until it ends, within the same three statements', async () => {
  const waiting = await storefront.customer()
  expect((await shell(shopOf(waiting))).waitingOrder).toBeNull()
  const { id, number } = await storefront.laboratory.placeOrder(waiting)
  const statements = await storefront.database.statementsOf(async () => {
    expect((await shell(shopOf(waiting))).waitingOrder).toEqual({
      id,
      number,
      total: { price: 28.8, currency: 'BYN' },
      title: expect.stringMatching(/^Visit, .*, \d+:\d\d( [AP]M)?$/),
      heldForMs: 1_800_000,
      heldUntil: expect.stringMatching(/^0?9:30/),
    })
  })
  expect(statements.length).toBeLessThanOrEqual(3)
  const later = shopOf(waiting, { now: () => new Date('2040-03-05T06:30:00Z') })
  expect((await shell(later)).waitingOrder).toBeNull()
  await waiting.client.cancelOrder(id)
  expect((await shell(shopOf(waiting))).waitingOrder).toBeNull()
  await storefront.laboratory.placeOrder(waiting, {
    laboratoryId: HOME_LABORATORY,
    visit: {
      kind: 'homeCall',
      start: '2040-03-07T07:30:00+03:00',
      callableRegionId: 1,
      phone: '+375 29 111-22-33',
      address: HOME_ADDRESS,
    },
  })
  expect((await shell(shopOf(waiting))).waitingOrder?.title).toMatch(/^Nurse’s visit, /)
})

test('the chosen laboratory is named in the reader’s words, and a branch as on its sign', async () => {
  const chosen = async (id: number) =>
    (await shell(shopOf(undefined, { activeLaboratoryId: String(id) }))).laboratory
  expect(await chosen(HOME_LABORATORY)).toEqual({ id: String(HOME_LABORATORY), label: 'Home visits, Minsk' })
  expect(await chosen(1)).toMatchObject({ label: expect.stringMatching(/^Минск, /), lang: 'ru' })
})

test('a token that is no longer valid ends the session and leads to the login', async () => {
  const shop = shopOf({ ...customer, token: 'x'.repeat(43) })
  const request = new Request('http://shop.example/profiles')
  const answer = await runPageMiddleware(shop, request, () => shell(shop))
  expect(answer.headers.get('Location')).toContain('/login?pathnameToReturn=%2Fprofiles')
  expect(shop.cookies.headers().join()).toContain('authToken=;')
})

test('while no existing laboratory is chosen, all are offered, with those that come home first', async () => {
  for (const activeLaboratoryId of [undefined, '999', 'x']) {
    const { laboratory, laboratories } = await shell(shopOf(undefined, { activeLaboratoryId }))
    expect(laboratory).toBeNull()
    expect(laboratories?.[0]).toMatchObject({ callable: true, label: expect.stringMatching(/^Вызов, /) })
    expect(laboratories?.at(-1)).toMatchObject({ callable: false })
  }
})

test('a chosen laboratory is remembered for a year, and the visitor returns to the page', async () => {
  const shop = shopOf()
  const answer = await chooseLaboratory({
    shop,
    question: question('pathnameToReturn=/profiles'),
    choice: '1',
  })
  expect(answer).toEqual({ path: '/profiles' })
  expect(shop.cookies.headers().join()).toMatch(/activeLaboratoryId=1; Max-Age=31536000/)
})

test('a forgotten laboratory is asked for again, over the page or, if that orders nothing, separately', async () => {
  const shop = shopOf()
  const back = question('pathnameToReturn=/profiles')
  expect(await chooseLaboratory({ shop, question: back, choice: 'none' })).toEqual({ path: '/profiles' })
  expect(shop.cookies.headers().join()).toMatch(/activeLaboratoryId=; Max-Age=0/)
  const reading = question('pathnameToReturn=%2Fshared-results%2Fabc')
  expect(await chooseLaboratory({ shop, question: reading, choice: 'none' })).toEqual({
    path: '/laboratory?pathnameToReturn=%2Fshared-results%2Fabc',
  })
})

test('an empty or unknown choice is refused', async () => {
  for (const choice of ['', '999']) {
    expect(await chooseLaboratory({ shop: shopOf(), question: question(''), choice })).toEqual({
      refusal: 'laboratoryRequired',
    })
  }
})

test('the quick button chooses the first laboratory that comes home, or reports that there is none', async () => {
  const shop = shopOf()
  await chooseLaboratory({ shop, question: question(''), choice: 'firstCallable' })
  expect(shop.cookies.get('activeLaboratoryId')).toBe(String(HOME_LABORATORY))
  const branches = question('from=order&kind=branch')
  expect(await chooseLaboratory({ shop: shopOf(), question: branches, choice: 'firstCallable' })).toEqual({
    refusal: 'noCallableLabs',
  })
})

test('the order offers only laboratories of its kind, and continues with the visit’s date', async () => {
  const home = question('from=order&kind=homeCall')
  expect((await offeredLaboratories(shopOf(), home)).every(({ callable }) => callable)).toBe(true)
  expect(await chooseLaboratory({ shop: shopOf(), question: home, choice: '21' })).toEqual({
    path: '/order/call-details',
  })
  expect(await chooseLaboratory({ shop: shopOf(), question: home, choice: '1' })).toEqual({
    refusal: 'laboratoryRequired',
  })
  const branch = question('from=order&kind=branch')
  expect(await chooseLaboratory({ shop: shopOf(), question: branch, choice: '1' })).toEqual({
    path: '/order/nurse-checkout-time',
  })
  const fromThursday = question('from=order&kind=branch&day=2040-03-08')
  expect(await chooseLaboratory({ shop: shopOf(), question: fromThursday, choice: '2' })).toEqual({
    path: '/order/nurse-checkout-time?day=2040-03-08',
  })
})

test('the time chosen at one place is taken along to the next', async () => {
  const time = '2040-03-08T09:00:00+03:00'
  const query = new URLSearchParams('from=order&kind=branch&day=2040-03-08')
  const { location } = outcomeOf(
    await changeLaboratory(shopOf(), query, { form: formOf({ quick: '2', nurseCheckoutDate: time }) }),
  )
  expect(location).toBe(`/order/nurse-checkout-time?${new URLSearchParams({ day: '2040-03-08', time })}`)
})

test('the visitor only returns to a path of the shop', () => {
  expect(question('pathnameToReturn=https://evil.example').pathnameToReturn).toBe('/')
})

test('logging out revokes the token and clears its cookie', async () => {
  const leaving = await storefront.customer()
  const shop = shopOf(leaving)
  await logOut(shop)
  expect(shop.cookies.headers().join()).toContain('authToken=;')
  await expect(shop.api.currentUser()).rejects.toMatchObject({ status: 401 })
})
