import { createDeskClient, OWN_SERVER_HEADER } from '@shop/contract/main-api-client'
import { storefrontRecords } from '@shop/laboratory-api/accounts/storefront-records'
import { createStaff, everywhere } from '@shop/laboratory-api/staff/testing/staff-fixture'
import { ownServerProof } from '@shop/server/own-server'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeCart } from '../app/cart/open-cart.server.ts'
import { personalRecordsRoute } from './personal-records.ts'
import { openTestStorefront, type TestStorefront } from './testing/open-test-storefront.ts'

const PATH = '/api/personal-records'
const SECRET = 'of both since this morning'
const FORMER = 'of both until this morning'
const secretsOf = (secret: string) => ({ clientAddressSecret: secret, formerClientAddressSecrets: [] })

let storefront: TestStorefront
const fetched: { url: string; redirect: string | undefined }[] = []
let isAway = false
beforeAll(async () => {
  storefront = await openTestStorefront()
  const site = personalRecordsRoute(storefront.database, secretsOf(FORMER), pino({ level: 'silent' }))
  storefront.laboratory.api.context.personalData.askElsewhere(
    storefrontRecords({
      publicUrl: 'https://shop.example',
      clientAddressSecret: SECRET,
      formerClientAddressSecrets: [FORMER],
      fetch: async (input, init) => {
        if (isAway) throw new TypeError('fetch failed')
        fetched.push({ url: String(input), redirect: init?.redirect })
        return site.request(new Request(input, init))
      },
    }),
  )
})
afterAll(() => storefront.close())

async function shopper() {
  const customer = await storefront.customer()
  await changeCart(storefront.shopOf(customer), ({ records }) => ({
    cart: {
      ...records.cart.body.cart,
      analysisIdsByPatientId: { [customer.patientId]: [storefront.analysisId('1252')] },
    },
    result: undefined,
  }))
  return customer
}

const cartsIn = (data: unknown) =>
  (data as { shop: { key: string }[] }).shop.map(({ key }) => key.split('/').slice(1, 4).join('/'))

test('the owner’s and the desk’s file hold this account’s cart alone, even while the secret is changed', async () => {
  const [customer, other] = [await shopper(), await shopper()]
  const own = await (await customer.client.exportAccount()).json()
  expect(cartsIn(own)).toEqual(['storage/synlab/carts'])
  expect(JSON.stringify(own.shop)).toContain(customer.patientId)
  expect(JSON.stringify(own.shop)).not.toContain(other.patientId)

  const { api } = storefront.laboratory
  const { id } = await customer.client.askRight({ right: 'access', words: '' })
  const { token } = await createStaff(api, everywhere('privacy'))
  const desk = createDeskClient({
    root: 'http://api.test',
    fetch: async (input, init) => api.app.request(input, init),
    token,
  })
  const handedOver = await (await desk.exportByRight(id)).json()
  expect(handedOver.shop).toEqual(own.shop)
  expect(fetched.at(-1)).toEqual({ url: `https://shop.example${PATH}`, redirect: 'error' })

  // A file without the records would wrongly say that there are none.
  isAway = true
  await expect(desk.exportByRight(id)).rejects.toMatchObject({ status: 503 })
  await expect(customer.client.exportAccount()).rejects.toMatchObject({ status: 503, code: 'not_ready' })
  isAway = false
})

test('without the secret the route answers as if it did not exist', async () => {
  const customer = await shopper()
  const site = personalRecordsRoute(storefront.database, secretsOf(SECRET), pino({ level: 'silent' }))
  const ask = (headers: Record<string, string>, body: string, method = 'POST') =>
    site.request(PATH, { method, headers, ...(method === 'POST' ? { body } : {}) })
  const body = JSON.stringify({ userId: customer.user.id })
  const withSecret = { 'X-Client-Address-Secret': ownServerProof(SECRET) }
  expect((await ask(withSecret, body)).status).toBe(200)
  const refused = [
    ask({}, body),
    ask({ 'X-Client-Address-Secret': '' }, body),
    ask({ 'X-Client-Address-Secret': ownServerProof(`${SECRET}.`) }, body),
    ask({ Authorization: `Bearer ${customer.token}` }, body),
    ask(withSecret, body, 'GET'),
    ask(withSecret, '{"userId":"%"}'),
    ask(withSecret, 'nonsense'),
    ask(withSecret, JSON.stringify({ userId: 'x'.repeat(2_000) })),
  ]
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 404))
})

test.each([
  [Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }), 503],
  [new Error('select … params: 0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10'), 500],
] as const)(
  '%s: the caller is answered %s, and the log says nothing about the account',
  async (error, status) => {
    const lines: string[] = []
    const logger = pino({}, { write: (line) => void lines.push(line) })
    const { queries } = storefront.database
    const failing = new Proxy(queries, {
      get: () => () => {
        throw error
      },
    })
    const site = personalRecordsRoute({ ...storefront.database, queries: failing }, secretsOf(SECRET), logger)
    const answer = await site.request(PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [OWN_SERVER_HEADER]: ownServerProof(SECRET) },
      body: JSON.stringify({ userId: '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10' }),
    })
    expect(answer.status).toBe(status)
    expect(answer.headers.has('Retry-After')).toBe(status === 503)
    expect(lines.join('')).toContain('personal records failed')
    expect(lines.join('')).not.toContain('0199d0f2')
  },
)
