import type { Customer } from '@shop/laboratory-api/orders/testing/order-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  BRANCH,
  HOME_LABORATORY,
  openTestStorefront,
  type TestStorefront,
} from '../../server/testing/open-test-storefront.ts'
import { deletePatient } from '../patients/edit-patient.server.ts'
import { keepFormForLogin } from '../platform/forms/form-draft.server.ts'
import { formTexts } from '../platform/pages/form-texts.ts'
import { formOf, sent } from '../testing/test-shop.ts'
import { type AddOutcome, addChosen } from './add-to-cart.server.ts'
import { findAddable } from './addable.server.ts'
import { cartBadge } from './cart-badge.server.ts'
import { changeCartByForm } from './change-cart-by-form.server.ts'
import { loadAddToCart } from './load-add-to-cart.server.ts'
import { loadCart } from './load-cart.server.ts'

const FERRITIN = '1252'
const PSA = '2101'
const SALIVA = '2034'
const THYROGLOBULIN = '2009'
const FOR_PREGNANT = '2029'

let storefront: TestStorefront
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

const PAGE = 'http://shop.test/add-to-cart/analysis/1'

async function family() {
  const anna = await storefront.customer()
  const viktorId = await storefront.patient(anna, 'Viktor', 'MALE', '1965-03-14')
  return { anna, annaId: anna.patientId, viktorId }
}

async function addable(code: string) {
  const addableId = String(storefront.analysisId(code))
  return (await findAddable(storefront.shopOf(), { addableType: 'analysis', addableId }))!
}

async function choicesOf(customer: Customer, code: string) {
  const shop = storefront.shopOf(customer)
  const { choices } = await loadAddToCart({
    shop,
    addable: await addable(code),
    url: new URL(PAGE),
  })
  return new Map(choices!.map((choice) => [choice.patientId, choice]))
}

/** Sends the page's form; returns where it leads, or the outcome that the page shows. */
async function send(customer: Customer, code: string, fields: Record<string, string | string[]>) {
  const shop = storefront.shopOf(customer)
  const answer = await addChosen({ shop, addable: await addable(code), form: formOf(fields) })
  if (answer instanceof Response) return { location: answer.headers.get('Location') }
  return { outcome: answer.data as AddOutcome, status: answer.init?.status }
}

const cartView = (customer: Customer) => loadCart(storefront.shopOf(customer))

test('for a patient whom no rule excludes the price is that of the analysis and its collection', async () => {
  const { anna, annaId } = await family()
  expect((await choicesOf(anna, FERRITIN)).get(annaId)).toMatchObject({
    state: 'offered',
    reasons: [],
    quote: { sum: { price: 23.8, currency: 'BYN' }, materials: [] },
  })
})

test('a patient excluded by a rule is shown with the reason', async () => {
  const { anna, annaId, viktorId } = await family()
  const choices = await choicesOf(anna, PSA)
  expect(choices.get(annaId)).toMatchObject({ state: 'excluded' })
  expect(choices.get(annaId)?.reasons[0]).toContain('only for men')
  expect(choices.get(viktorId)).toMatchObject({ state: 'offered', reasons: [] })
})

test('a patient who already has the analysis is shown as such', async () => {
  const { anna, annaId } = await family()
  await send(anna, FERRITIN, { patientIds: annaId })
  expect((await choicesOf(anna, FERRITIN)).get(annaId)).toMatchObject({ state: 'inCart' })
})

test('all levels of companions are announced, and are added too', async () => {
  const { anna, annaId } = await family()
  const companions = ['2006', '2007'].map((code) => ({ analysisId: storefront.analysisId(code) }))
  const choice = (await choicesOf(anna, THYROGLOBULIN)).get(annaId)
  expect(choice).toMatchObject({ state: 'offered', companions })
  expect(await send(anna, THYROGLOBULIN, { patientIds: annaId })).toEqual({
    location: '/order/cart?notice=added',
  })
  const [patient] = (await cartView(anna)).patients
  expect(patient?.lines).toHaveLength(3)
  expect(patient?.subtotal).toEqual(choice?.quote.sum)
})

test('a test included in a larger one is reported as what happened: not added, or taken out', async () => {
  const { anna, annaId } = await family()
  await send(anna, '1003', { patientIds: annaId })
  const bigger = await send(anna, '1001', { patientIds: annaId })
  expect(bigger.outcome).toMatchObject({
    kind: 'restricted',
    addedCount: 1,
    applications: [{ effect: 'removed', rule: 'ALREADY_INCLUDES', name: expect.any(String) }],
  })
  const smaller = await send(anna, '1002', { patientIds: annaId })
  expect(smaller.outcome).toMatchObject({
    addedCount: 0,
    applications: [{ effect: 'leftOut', includedIn: expect.stringContaining('blood count') }],
  })
})

test('without a confirmed pregnancy nothing is added, and the page says so', async () => {
  const { anna, annaId } = await family()
  const { outcome } = await send(anna, FOR_PREGNANT, { patientIds: annaId })
  expect(outcome).toMatchObject({ kind: 'restricted', addedCount: 0 })
  expect((await cartView(anna)).patients).toEqual([])
})

test('a pregnancy is asked about only where it matters, and only for women', async () => {
  const { anna, annaId, viktorId } = await family()
  const choices = await choicesOf(anna, FOR_PREGNANT)
  expect(choices.get(annaId)).toMatchObject({ state: 'offered', needsPregnancy: true })
  expect(choices.get(viktorId)).toMatchObject({ state: 'excluded', needsPregnancy: false })
  const fields = { patientIds: annaId, [`pregnant.${annaId}`]: 'yes' }
  expect(await send(anna, FOR_PREGNANT, fields)).toEqual({ location: '/order/cart?notice=added' })
})

test('a container needs a decision, which can be changed in the cart', async () => {
  const { anna, annaId } = await family()
  const [material] = (await choicesOf(anna, SALIVA)).get(annaId)!.quote.materials
  const undecided = await send(anna, SALIVA, { patientIds: annaId })
  expect(undecided).toMatchObject({ status: 422, outcome: { kind: 'decide' } })
  expect(Object.keys(undecided.outcome!.requests)).toEqual([annaId])
  const name = `material.${annaId}.${material!.materialId}`
  expect(await send(anna, SALIVA, { patientIds: annaId, [name]: 'buy' })).toHaveProperty('location')
  const fees = async () => (await cartView(anna)).patients[0]!.fees.map(({ decision }) => decision)
  expect(await fees()).toContain('bought')
  const form = formOf({
    intent: 'decideMaterial',
    patientId: annaId,
    materialId: String(material!.materialId),
    decision: 'bring',
  })
  await changeCartByForm(storefront.shopOf(anna), sent(form))
  expect(await fees()).toContain('brought')
})

test('a form without a patient, or with a stranger’s, changes nothing', async () => {
  const { anna } = await family()
  const { annaId: strangerId } = await family()
  expect((await send(anna, FERRITIN, {})).outcome).toMatchObject({ kind: 'nobody' })
  expect((await send(anna, FERRITIN, { patientIds: strangerId })).outcome).toMatchObject({ kind: 'refused' })
  expect((await cartView(anna)).patients).toEqual([])
})

test('the patients chosen when the session ended are still chosen after login', async () => {
  const { anna, annaId, viktorId } = await family()
  const shop = storefront.shopOf(anna)
  const offered = await addable(FERRITIN)
  const { formOwner } = await loadAddToCart({ shop, addable: offered, url: new URL(PAGE) })
  const form = formOf({ formOwner: formOwner!, intent: 'add', patientIds: [annaId, viktorId] })
  const page = new URL(PAGE)
  const login = await keepFormForLogin(shop, `/login?pathnameToReturn=${page.pathname}`, formTexts(form))
  const back = new URL(new URL(login, page).searchParams.get('pathnameToReturn')!, page)
  const { kept } = await loadAddToCart({ shop, addable: offered, url: new URL(back) })
  expect(kept?.filter(([name]) => name === 'patientIds')).toEqual([
    ['patientIds', annaId],
    ['patientIds', viktorId],
  ])
})

test('what the page has already reported is not reported again', async () => {
  const { anna, annaId, viktorId } = await family()
  const profiles = await storefront.shopOf(anna).api.profiles({ laboratoryId: 1 })
  const men = profiles.find(({ labServices }) => labServices.some(({ code }) => code === PSA))!
  const profile = (await findAddable(storefront.shopOf(), {
    addableType: 'profile',
    addableId: String(men.id),
  }))!
  const shop = storefront.shopOf(anna)
  const { choices } = await loadAddToCart({ shop, addable: profile, url: new URL(PAGE) })
  const choice = choices!.find(({ patientId }) => patientId === annaId)!
  expect(choice).toMatchObject({ state: 'offered', wantedCount: men.labServices.length })
  expect(choice.addedCount).toBeLessThan(choice.wantedCount)
  const materials = choice.quote.materials.flatMap(({ materialId }) => [
    [`material.${annaId}.${materialId}`, 'bring'],
    [`material.${viktorId}.${materialId}`, 'bring'],
  ])
  const fields = {
    patientIds: [annaId, viktorId],
    [`leftOut.${annaId}`]: choice.leftOutIds.join(),
    ...Object.fromEntries(materials),
  }
  const answer = await addChosen({ shop, addable: profile, form: formOf(fields) })
  expect(answer).toBeInstanceOf(Response)
  const counts = (await cartView(anna)).patients.map(({ lines }) => lines.length)
  expect(counts).toEqual([choice.addedCount, choice.wantedCount])
})

test.each([
  ['analysis', '0'],
  ['analysis', 'x'],
  ['analysis', '999999'],
  ['profile', '999999'],
  ['banana', '1'],
])('there is no %s %s', async (addableType, addableId) => {
  expect(await findAddable(storefront.shopOf(), { addableType, addableId })).toBeNull()
})

test('without a laboratory an analysis is shown but has no price', async () => {
  const shop = storefront.shopOf(undefined, { activeLaboratoryId: undefined })
  const addableId = String(storefront.analysisId(FERRITIN))
  const found = await findAddable(shop, { addableType: 'analysis', addableId })
  expect(found).toMatchObject({ name: 'Ferritin', total: null })
})

test('the cart never tells a baby to fast', async () => {
  const anna = await storefront.customer()
  const babyId = await storefront.patient(anna, 'Zosia', 'FEMALE', '2039-07-01')
  await send(anna, FERRITIN, { patientIds: [babyId] })
  expect((await cartView(anna)).patients[0]!.preparation).toMatchObject({
    fastingHours: 0,
    fastFrom: null,
    fastingNote: null,
    beforeFeed: true,
    notes: [],
    urineContainer: null,
  })
})

test('a profile is shown without a price if there is no laboratory or it is not offered there', async () => {
  const home = await storefront.shopOf().api.profiles({ laboratoryId: HOME_LABORATORY })
  const branch = await storefront.shopOf().api.profiles({ laboratoryId: BRANCH })
  const offered = new Set(home.map(({ id }) => id))
  const { id, name } = branch.find((profile) => !offered.has(profile.id))!
  for (const activeLaboratoryId of [undefined, String(HOME_LABORATORY)]) {
    const shop = storefront.shopOf(undefined, { activeLaboratoryId })
    const found = await findAddable(shop, { addableType: 'profile', addableId: String(id) })
    expect(found).toMatchObject({ profileId: id, name, total: null })
  }
})

test('the cart’s page shows fees, preparation and dates, and offers once to remove a shared line for all', async () => {
  const { anna, annaId, viktorId } = await family()
  await send(anna, FERRITIN, { patientIds: [annaId, viktorId] })
  const view = await cartView(anna)
  expect(view.obstacles).toEqual([])
  expect(view.patients.map(({ sharedAnalysisIds }) => sharedAnalysisIds)).toEqual([
    [storefront.analysisId(FERRITIN)],
    [],
  ])
  expect(view.patients[0]).toMatchObject({
    age: { unit: 'years' },
    fees: [{ name: 'Venous blood collection', decision: 'fixed' }],
    preparation: { fastingHours: 4, fastFrom: null },
    blood: { amount: 'Blood: 1 tube, 5\u00a0mL.', warning: null },
  })
  expect(view.summary).toMatchObject({
    analysisCount: 2,
    cartTotal: { price: 47.6, currency: 'BYN' },
    delivery: null,
  })
})

test.each([
  ['removePatientAnalysis', 1],
  ['removeAnalysis', 0],
  ['removePatient', 1],
  ['resetCart', 0],
])('%s leaves %i patients and can be undone', async (intent, left) => {
  const { anna, annaId, viktorId } = await family()
  await send(anna, FERRITIN, { patientIds: [annaId, viktorId] })
  const shop = storefront.shopOf(anna)
  const analysisId = String(storefront.analysisId(FERRITIN))
  const removed = await changeCartByForm(shop, sent(formOf({ intent, patientId: annaId, analysisId })))
  expect(removed.headers.get('Location')).toBe('/order/cart?notice=removed')
  const view = await cartView(anna)
  expect(view.patients).toHaveLength(left)
  expect(view.undoable).toBe(true)
  const restored = await changeCartByForm(shop, sent(formOf({ intent: 'undo' })))
  expect(restored.headers.get('Location')).toBe('/order/cart?notice=restored')
  expect((await cartView(anna)).patients).toHaveLength(2)
  const again = await changeCartByForm(shop, sent(formOf({ intent: 'undo' })))
  expect(again.headers.get('Location')).toBe('/order/cart?notice=changed')
})

test('a decision about a patient whom another tab has removed does not say that nothing can be undone', async () => {
  const { anna, annaId } = await family()
  const decision = { intent: 'decideMaterial', patientId: annaId, materialId: '1', decision: 'buy' }
  const answer = await changeCartByForm(storefront.shopOf(anna), sent(formOf(decision)))
  expect(answer.headers.get('Location')).toBe('/order/cart?notice=overtaken')
})

test('an unknown intent is a bad request', async () => {
  const { anna } = await family()
  const answer = changeCartByForm(storefront.shopOf(anna), sent(formOf({ intent: 'steal' })))
  await expect(answer).rejects.toMatchObject({ init: { status: 400 } })
})

test('the badge counts analyses with one statement', async () => {
  const { anna, annaId, viktorId } = await family()
  await send(anna, FERRITIN, { patientIds: [annaId, viktorId] })
  // Names are cached for a minute.
  await cartBadge(storefront.shopOf(anna))
  const statements = await storefront.database.statementsOf(async () => {
    expect(await cartBadge(storefront.shopOf(anna))).toMatchObject({
      count: 2,
      total: { price: 47.6, currency: 'BYN' },
    })
  })
  expect(statements).toHaveLength(1)
})

test('the badge does not count a deleted patient’s analyses', async () => {
  const { anna, annaId, viktorId } = await family()
  await send(anna, FERRITIN, { patientIds: [annaId, viktorId] })
  const shop = storefront.shopOf(anna)
  expect(await cartBadge(shop)).toMatchObject({ count: 2 })
  await deletePatient({ shop, patientId: viktorId })
  expect(await cartBadge(shop)).toMatchObject({
    count: 1,
    total: { price: 23.8 },
    analysisIdsByPatientId: { [annaId]: [storefront.analysisId(FERRITIN)] },
  })
  await deletePatient({ shop, patientId: annaId })
  expect(await cartBadge(shop)).toMatchObject({ count: 0, analysisIdsByPatientId: {} })
})

test('a guest has no badge', async () => {
  expect(await cartBadge(storefront.shopOf())).toBeNull()
})
