import type { Customer } from '@shop/laboratory-api/orders/testing/order-fixture'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  BRANCH,
  HOME_LABORATORY,
  openTestStorefront,
  type TestStorefront,
} from '../../server/testing/open-test-storefront.ts'
import { createShopMemory } from '../platform/cache/shop-memory.server.ts'
import { openForm } from '../platform/forms/seal-form.server.ts'
import { areForms, records } from '../platform/records/tables.server.ts'
import { formOf, sent } from '../testing/test-shop.ts'
import { type AddOutcome, addToCartByForm } from './add-to-cart.server.ts'
import { findAddable, requireAddable } from './addable.server.ts'
import { loadAddToCart } from './load-add-to-cart.server.ts'
import { loadCart } from './load-cart.server.ts'

// Several analyses that one address adds, such as those usually done first for a reason.

const FERRITIN = '1252'
const PSA = '2101'
const SALIVA = '2034'
const FOR_PREGNANT = '2029'

let storefront: TestStorefront
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

const pathOfIds = (ids: readonly number[]) => ({ addableType: 'analysis', addableId: ids.join('-') })
const pathOfCodes = (codes: readonly string[]) => pathOfIds(codes.map(storefront.analysisId))
type Path = ReturnType<typeof pathOfIds>

async function family() {
  const anna = await storefront.customer()
  const viktorId = await storefront.patient(anna, 'Viktor', 'MALE', '1965-03-14')
  return { anna, annaId: anna.patientId, viktorId }
}

const urlOf = ({ addableId }: Path) => new URL(`http://shop.test/add-to-cart/analysis/${addableId}`)

async function choicesOf(customer: Customer, path: Path) {
  const shop = storefront.shopOf(customer)
  const addable = (await findAddable(shop, path))!
  const { choices } = await loadAddToCart({ shop, addable, url: urlOf(path) })
  return new Map(choices!.map((choice) => [choice.patientId, choice]))
}

/** Sends the page's form; returns where it leads, or the outcome that the page shows. */
async function send(customer: Customer, path: Path, fields: Record<string, string | string[]>) {
  const shop = storefront.shopOf(customer)
  const form = sent(formOf({ intent: 'add', ...fields }))
  const answer = await addToCartByForm(shop, { params: path, url: urlOf(path) }, form)
  if (answer instanceof Response) return { location: answer.headers.get('Location') }
  return { outcome: answer.data as AddOutcome, status: answer.init?.status }
}

const cartView = (customer: Customer) => loadCart(storefront.shopOf(customer))

const ADDED = { location: '/order/cart?notice=added' }

test('what is usually done first for a reason is added for several patients at once, for the sum that was shown', async () => {
  const { anna, annaId, viktorId } = await family()
  const term = { searchNameTerm: 'always tired', laboratoryId: BRANCH }
  const { reason } = await storefront.shopOf().api.searchReasons(term)
  const path = pathOfIds(reason!.labServiceIds)
  // A guest sees the same as before for one analysis: everything but the patients.
  const shown = await findAddable(storefront.shopOf(), path)
  expect(shown).toMatchObject({ name: '5 tests', profileId: null, analysisIds: reason!.labServiceIds })
  // The tests with one fee for all of them.
  expect(shown!.lines.map(({ isFee }) => isFee)).toEqual([false, false, false, false, false, true])
  expect(shown!.total).toEqual({ price: 97.6, currency: 'BYN' })
  const choices = await choicesOf(anna, path)
  const fields = { patientIds: [annaId, viktorId] }
  expect(await send(anna, path, fields)).toEqual(ADDED)
  const { patients } = await cartView(anna)
  expect(patients.map(({ lines }) => lines.length)).toEqual([5, 5])
  for (const { patientId, subtotal, profiles } of patients) {
    expect(choices.get(patientId)?.quote.sum).toEqual(subtotal)
    expect(profiles).toEqual([])
  }
  // Sent twice.
  expect(await send(anna, path, fields)).toEqual(ADDED)
  expect((await cartView(anna)).patients).toEqual(patients)
  expect((await choicesOf(anna, path)).get(annaId)).toMatchObject({ state: 'inCart' })
})

test('each patient is offered those that the rules allow, and a pregnancy is asked about', async () => {
  const { anna, annaId, viktorId } = await family()
  const path = pathOfCodes([FERRITIN, PSA, FOR_PREGNANT])
  const choices = await choicesOf(anna, path)
  const allowed = { state: 'offered', addedCount: 2, wantedCount: 3 }
  expect(choices.get(annaId)).toMatchObject({ ...allowed, needsPregnancy: true })
  expect(choices.get(viktorId)).toMatchObject({ ...allowed, needsPregnancy: false })
  const leftOut = Object.fromEntries(
    [annaId, viktorId].map((id) => [`leftOut.${id}`, choices.get(id)!.leftOutIds.join()]),
  )
  const fields = { patientIds: [annaId, viktorId], [`pregnant.${annaId}`]: 'yes', ...leftOut }
  expect(await send(anna, path, fields)).toEqual(ADDED)
  const { patients } = await cartView(anna)
  expect(patients.map(({ lines }) => lines.map(({ analysisId }) => analysisId))).toEqual([
    [FERRITIN, FOR_PREGNANT].map(storefront.analysisId),
    [FERRITIN, PSA].map(storefront.analysisId),
  ])
})

test('nothing is added while one of them is undecided', async () => {
  const { anna, annaId } = await family()
  const path = pathOfCodes([FERRITIN, SALIVA])
  expect(await send(anna, path, { patientIds: annaId })).toMatchObject({
    status: 422,
    outcome: { kind: 'decide' },
  })
  expect((await cartView(anna)).patients).toEqual([])
  const [material] = (await choicesOf(anna, path)).get(annaId)!.quote.materials
  const decision = { [`material.${annaId}.${material!.materialId}`]: 'buy' }
  expect(await send(anna, path, { patientIds: annaId, ...decision })).toEqual(ADDED)
  expect((await cartView(anna)).patients[0]!.lines).toHaveLength(2)
})

test('a patient added on the way leads back to all of them, and Back from there to the complaint, which is not stored', async () => {
  const { anna, annaId } = await family()
  const path = pathOfCodes([FERRITIN, SALIVA])
  const pathnameToReturn = '/search?searchNameTerm=always+tired'
  const url = new URL(`?${new URLSearchParams({ pathnameToReturn })}`, urlOf(path))
  const shop = storefront.shopOf(anna)
  const { formOwner } = await loadAddToCart({ shop, addable: (await findAddable(shop, path))!, url })
  const form = sent(formOf({ intent: 'addPatient', patientIds: annaId, formOwner: formOwner! }))
  const answer = (await addToCartByForm(shop, { params: path, url }, form)) as Response
  const patientForm = new URL(answer.headers.get('Location')!, url)
  const back = new URL(patientForm.searchParams.get('pathnameToReturn')!, url)
  expect(back.pathname).toBe(url.pathname)
  expect(back.searchParams.get('pathnameToReturn')).toBe(pathnameToReturn)
  // Whoever comes back without adding anyone was not logged out.
  expect(back.searchParams.get('kept')).toBe('left')
  const { kept } = await loadAddToCart({ shop, addable: (await findAddable(shop, path))!, url: back })
  expect(kept).toContainEqual(['patientIds', annaId])
  const [stored] = await storefront.database.queries.select().from(records).where(areForms)
  const opened = openForm(shop.ownSecrets, stored!.key, (stored!.body as { sealed: string }).sealed)
  expect(opened?.pathname).toBe(url.pathname)
  expect(JSON.stringify(opened)).not.toMatch(/tired|search/)
})

test('a laboratory that does not offer all of them leads to those that it does, and adds nothing unseen', async () => {
  const anna = await storefront.customer()
  const { api } = storefront.shopOf()
  const atHome = new Set((await api.analyses({ laboratoryId: HOME_LABORATORY })).map(({ id }) => id))
  const [first, second] = (await api.analyses({ laboratoryId: BRANCH }))
    .map(({ id }) => id)
    .filter((id) => !atHome.has(id))
  const ferritin = storefront.analysisId(FERRITIN)
  const path = pathOfIds([first!, ferritin])
  const url = new URL('?kept=1', urlOf(path))
  const shop = storefront.shopOf(anna, { activeLaboratoryId: String(HOME_LABORATORY) })
  const form = sent(formOf({ intent: 'add', patientIds: anna.patientId }))
  for (const answer of [
    requireAddable(shop, path, url),
    addToCartByForm(shop, { params: path, url }, form),
  ]) {
    const redirect: Response = await answer.then(
      () => expect.unreachable(),
      (thrown) => thrown,
    )
    expect(redirect.headers.get('Location')).toBe(`/add-to-cart/analysis/${ferritin}?kept=1`)
  }
  expect((await cartView(anna)).patients).toEqual([])
  // None of them, or no laboratory: shown, but not added.
  const nowhere = { name: '2 tests', total: null, lines: [] }
  expect(await requireAddable(shop, pathOfIds([first!, second!]), url)).toMatchObject(nowhere)
  const undecided = storefront.shopOf(anna, { activeLaboratoryId: undefined })
  expect(await requireAddable(undecided, path, url)).toMatchObject(nowhere)
})

test('however many analyses an address names, the main API is asked for the catalogue, and for one of them if none is offered', async () => {
  const { api } = storefront.shopOf()
  const atHome = new Set((await api.analyses({ laboratoryId: HOME_LABORATORY })).map(({ id }) => id))
  const ids = (await api.analyses({ laboratoryId: BRANCH })).map(({ id }) => id)
  const elsewhere = ids.filter((id) => !atHome.has(id)).slice(0, 15)
  expect(elsewhere.length).toBeGreaterThan(3)
  const request = vi.spyOn(storefront.laboratory.api.app, 'request')
  const asked = async (analysisIds: readonly number[]) => {
    request.mockClear()
    const memory = createShopMemory(storefront.shopOf().now)
    const overrides = { activeLaboratoryId: String(HOME_LABORATORY), memory }
    const path = pathOfIds(analysisIds)
    await requireAddable(storefront.shopOf(undefined, overrides), path, urlOf(path)).catch(() => null)
    return request.mock.calls.map(([url]) => new URL(String(url)).pathname)
  }
  const catalogue = [expect.stringMatching(/laborator/i), expect.stringMatching(/labService$/)]
  // Some are offered: the address of those needs nothing else, not even about an analysis that does not exist.
  expect(await asked([storefront.analysisId(FERRITIN), ...elsewhere, 999_999])).toEqual(catalogue)
  expect(await asked(elsewhere)).toEqual([...catalogue, expect.stringMatching(`labService/${elsewhere[0]}$`)])
  request.mockRestore()
})

test.each([
  ['analysis', '1-'],
  ['analysis', '-1'],
  ['analysis', '1--2'],
  ['analysis', '0-1'],
  ['analysis', '1-x'],
  ['analysis', '999998-999999'],
  ['analysis', 'always-tired'],
  ['analysis', Array.from({ length: 51 }, (_, index) => index + 1).join('-')],
  ['profile', '1-2'],
  ['reason', '3'],
])('there is no %s %s', async (addableType, addableId) => {
  expect(await findAddable(storefront.shopOf(), { addableType, addableId })).toBeNull()
})

test('an analysis that is named twice is added once', async () => {
  const id = storefront.analysisId(FERRITIN)
  expect(await findAddable(storefront.shopOf(), pathOfIds([id, id]))).toMatchObject({
    name: 'Ferritin',
    analysisIds: [id],
  })
})
