import type { CartAnswer } from '@shop/contract/cart'
import type { Customer } from '@shop/laboratory-api/orders/testing/order-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  HOME_LABORATORY,
  openTestStorefront,
  type TestStorefront,
} from '../../server/testing/open-test-storefront.ts'
import { addAnalyses, addProfileToCart, addToCart } from './add-to-cart.server.ts'
import { getCart } from './encode-cart.server.ts'
import {
  removeAnalysis,
  removePatient,
  removePatientAnalysis,
  resetCart,
  undoRemoval,
} from './remove-from-cart.server.ts'

const FERRITIN = '1252'
const PSA = '2101'

let storefront: TestStorefront
beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

/** The cart in an answer that has one. */
function cartOf(answer: CartAnswer) {
  if (answer.status === 'optionalMaterialDecisionRequested') throw new Error('a decision is requested')
  return answer
}

async function family() {
  const anna = await storefront.customer()
  const viktorId = await storefront.patient(anna, 'Viktor', 'MALE', '1965-03-14')
  return { anna, annaId: anna.patientId, viktorId }
}

function add(customer: Customer, code: string, patientIds: string[]) {
  return addToCart({ shop: storefront.shopOf(customer), analysisId: storefront.analysisId(code), patientIds })
}

test('a guest has an empty cart', {
  tags: ['SPEC-4-CART-GUEST', 'SPEC-9-CART-CURRENCY', 'SPEC-9-ORDER-CURRENCY'],
}, async () => {
  const answer = cartOf(await getCart({ shop: storefront.shopOf() }))
  expect(answer.cart.cartTotal).toEqual({ price: 0, currency: 'EUR' })
  expect(answer.orderDetails.orderTotal).toEqual({ price: 0, currency: 'BYN' })
})

test('a guest’s change is refused', async () => {
  const adding = addToCart({ shop: storefront.shopOf(), analysisId: 1, patientIds: [crypto.randomUUID()] })
  await expect(adding).rejects.toMatchObject({ code: 'unauthorized' })
})

test('an analysis for two patients costs twice, its collection once for each', {
  tags: [
    'SPEC-3-CART-PATIENTS-BY-ANALYSIS',
    'SPEC-3-CART-ANALYSES-BY-PATIENT',
    'SPEC-3-CART-SUBTOTALS',
    'SPEC-3-CART-ANALYSES',
    'SPEC-3-CART-TOTAL',
    'SPEC-3-CALCULATION-CART',
    'SPEC-3-DETAILS-TOTAL',
    'SPEC-4-CART-UPDATED',
  ],
}, async () => {
  const { anna, annaId, viktorId } = await family()
  const { cart, orderDetails } = cartOf(await add(anna, FERRITIN, [annaId, viktorId]))
  const id = storefront.analysisId(FERRITIN)
  expect(cart.analysisIdsByPatientId).toEqual({ [annaId]: [id], [viktorId]: [id] })
  expect(cart.patientIdsByAnalysisId[id]?.toSorted()).toEqual([annaId, viktorId].toSorted())
  expect(cart.subCartTotalsByPatientId[annaId]).toEqual({ price: 23.8, currency: 'BYN' })
  expect(cart.cartTotal).toEqual({ price: 47.6, currency: 'BYN' })
  expect(orderDetails.orderTotal).toEqual({ price: 47.6, currency: 'BYN' })
  expect(cart.analysisDtosByPatientId[annaId]?.[0]).toMatchObject({ id, name: 'Ferritin' })
})

test('adding an analysis takes at most four statements', async () => {
  const { anna, annaId } = await family()
  await add(anna, FERRITIN, [annaId])
  const statements = await storefront.database.statementsOf(() => add(anna, '1001', [annaId]))
  expect(statements.length).toBeLessThanOrEqual(4)
})

test('adding an analysis that is already there changes and writes nothing', async () => {
  const { anna, annaId } = await family()
  const first = await add(anna, FERRITIN, [annaId])
  const statements = await storefront.database.statementsOf(async () => {
    expect(await add(anna, FERRITIN, [annaId])).toEqual(first)
  })
  expect(statements.filter((text) => text.includes('"shop"') && !/^select/i.test(text))).toEqual([])
})

test('another device of the same user finds the cart, and the browser keeps its id', async () => {
  const { anna, annaId } = await family()
  const phone = storefront.shopOf(anna)
  const added = await addToCart({
    shop: phone,
    analysisId: storefront.analysisId(FERRITIN),
    patientIds: [annaId],
  })
  const cartStorageId = phone.cookies.get('cartStorageId')
  expect(cartStorageId).toBeDefined()
  expect(await getCart({ shop: storefront.shopOf(anna) })).toEqual(added)
  expect(await getCart({ shop: storefront.shopOf(anna, { cartStorageId }) })).toEqual(added)
})

test('a cart belongs to its first user, and no one else can find it', async () => {
  const { anna, annaId } = await family()
  const { anna: maria, annaId: mariaId } = await family()
  const cartStorageId = crypto.randomUUID()
  const analysisId = storefront.analysisId(FERRITIN)
  await addToCart({ shop: storefront.shopOf(anna, { cartStorageId }), analysisId, patientIds: [annaId] })
  const foreign = storefront.shopOf(maria, { cartStorageId })
  await expect(getCart({ shop: foreign })).rejects.toMatchObject({ code: 'not_found' })
  const adding = addToCart({ shop: foreign, analysisId, patientIds: [mariaId] })
  await expect(adding).rejects.toMatchObject({ code: 'not_found' })
})

test('a malformed cart id is not found', async () => {
  const { anna } = await family()
  const shop = storefront.shopOf(anna, { cartStorageId: '../order-details/x' })
  await expect(getCart({ shop })).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  ['an unknown analysis', { analysisId: 999_999 }, 'unknown_analysis'],
  ['a stranger’s patient', { patientIds: ['0199d3c4-7f2a-7000-8000-000000000001'] }, 'unknown_patient'],
])('%s is refused and the cart stays unchanged', async (_, wrong, code) => {
  const { anna, annaId } = await family()
  const before = await add(anna, FERRITIN, [annaId])
  const analysisId = storefront.analysisId('1001')
  const adding = addToCart({ shop: storefront.shopOf(anna), analysisId, patientIds: [annaId], ...wrong })
  await expect(adding).rejects.toMatchObject({ code })
  expect(await getCart({ shop: storefront.shopOf(anna) })).toEqual(before)
})

test('a decision about an unknown material is refused and the cart stays unchanged', async () => {
  const { anna, annaId } = await family()
  const decisions = { [annaId]: { 99999: true } }
  const analysisId = storefront.analysisId(FERRITIN)
  const adding = addToCart({
    shop: storefront.shopOf(anna),
    analysisId,
    patientIds: [annaId],
    materialDecisions: decisions,
  })
  await expect(adding).rejects.toMatchObject({ code: 'unknown_material' })
})

test('a container that may be brought needs a decision, and nothing is stored until it is made', {
  tags: [
    'SPEC-3-CART-BOUGHT',
    'SPEC-3-CALCULATION-DECISION',
    'SPEC-3-ORDER-DECISIONS',
    'SPEC-4-CART-DECISION-STORED',
  ],
}, async () => {
  const { anna, annaId } = await family()
  const analysisId = storefront.analysisId('2034')
  const asked = await addToCart({ shop: storefront.shopOf(anna), analysisId, patientIds: [annaId] })
  if (asked.status !== 'optionalMaterialDecisionRequested') throw new Error(asked.status)
  const [material] = Object.values(asked.optionalMaterialDecisionRequestMap[annaId] ?? {})
  expect(material).toMatchObject({ name: 'Saliva collection device', analysisIds: [analysisId] })
  const empty = cartOf(await getCart({ shop: storefront.shopOf(anna) }))
  expect(empty.cart.analysisIdsByPatientId).toEqual({})
  const decided = async (bought: boolean) => {
    const decisions = { [annaId]: { [material!.materialId]: bought } }
    return cartOf(
      await addToCart({
        shop: storefront.shopOf(anna),
        analysisId,
        patientIds: [annaId],
        materialDecisions: decisions,
      }),
    )
  }
  const brought = await decided(false)
  expect(brought.cart.isBoughtOptionalMaterialMap).toEqual({ [annaId]: { [material!.materialId]: false } })
  const bought = await decided(true)
  const difference = bought.cart.cartTotal.price - brought.cart.cartTotal.price
  expect(Math.round(difference * 100)).toBe(Math.round(material!.price * 100))
})

test('a patient who does not meet a rule is left out and listed, the others are added', {
  tags: ['SPEC-3-CALCULATION-RESTRICTIONS', 'SPEC-3-ORDER-RULES'],
}, async () => {
  const { anna, annaId, viktorId } = await family()
  const answer = await add(anna, PSA, [annaId, viktorId])
  if (answer.status !== 'specificAnalysisRestrictionsApplied') throw new Error(answer.status)
  expect(answer.specificAnalysisRulesApplication).toEqual([
    expect.objectContaining({ patientId: annaId, rule: 'SEX', effect: 'leftOut' }),
  ])
  expect(Object.keys(answer.cart.analysisIdsByPatientId)).toEqual([viktorId])
})

test('a pregnancy confirmed in the call admits analyses for pregnant women only', async () => {
  const { anna, annaId } = await family()
  const analysisId = storefront.analysisId('2029')
  const call = { shop: storefront.shopOf(anna), analysisId, patientIds: [annaId] }
  const refused = await addToCart(call)
  expect(refused.status).toBe('specificAnalysisRestrictionsApplied')
  const confirmed = await addToCart({ ...call, confirmations: { [annaId]: { pregnant: true } } })
  expect(cartOf(confirmed).cart.analysisIdsByPatientId[annaId]).toContain(analysisId)
})

test('a profile adds each of its analyses once, even if one was already in the cart', async () => {
  const { anna, viktorId } = await family()
  const shop = storefront.shopOf(anna)
  const [profile] = (await shop.api.profiles({ laboratoryId: 1 })).filter(
    ({ labServices }) => labServices.length > 3,
  )
  await addToCart({ shop, analysisId: profile!.labServices[0]!.id, patientIds: [viktorId] })
  const answer = await addProfileToCart({ shop, profileId: profile!.id, patientIds: [viktorId] })
  const requested = answer.status === 'optionalMaterialDecisionRequested'
  const decisions = requested
    ? Object.fromEntries(
        Object.entries(answer.optionalMaterialDecisionRequestMap).map(([id, materials]) => [
          id,
          Object.fromEntries(Object.keys(materials).map((materialId) => [materialId, false])),
        ]),
      )
    : {}
  const { cart } = cartOf(
    await addProfileToCart({
      shop,
      profileId: profile!.id,
      patientIds: [viktorId],
      materialDecisions: decisions,
    }),
  )
  const ids = cart.analysisIdsByPatientId[viktorId] ?? []
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain(profile!.labServices[0]!.id)
})

test('an unknown profile is refused', async () => {
  const { anna, annaId } = await family()
  const adding = addProfileToCart({ shop: storefront.shopOf(anna), profileId: 99_999, patientIds: [annaId] })
  await expect(adding).rejects.toMatchObject({ code: 'unknown_analysis' })
})

test('one analysis of one patient, one analysis for all, a patient, and everything can be removed', {
  tags: [
    'SPEC-4-CART-REMOVE-PATIENT-ANALYSIS',
    'SPEC-4-CART-REMOVE-ANALYSIS',
    'SPEC-4-CART-REMOVE-PATIENT',
    'SPEC-4-CART-RESET',
  ],
}, async () => {
  const { anna, annaId, viktorId } = await family()
  const shop = storefront.shopOf(anna)
  const [ferritin, cbc] = [storefront.analysisId(FERRITIN), storefront.analysisId('1001')]
  await add(anna, FERRITIN, [annaId, viktorId])
  await add(anna, '1001', [annaId, viktorId])
  const one = cartOf(await removePatientAnalysis({ shop, patientId: annaId, analysisId: ferritin }))
  expect(one.cart.analysisIdsByPatientId[annaId]).toEqual([cbc])
  const forAll = cartOf(await removeAnalysis({ shop, analysisId: cbc }))
  expect(forAll.cart.analysisIdsByPatientId).toEqual({ [viktorId]: [ferritin] })
  const patient = cartOf(await removePatient({ shop, patientId: viktorId }))
  expect(patient.cart.cartTotal.price).toBe(0)
  await add(anna, FERRITIN, [annaId])
  expect(cartOf(await resetCart({ shop })).cart.analysisIdsByPatientId).toEqual({})
})

test('a removal can be undone once, and not after another change', async () => {
  const { anna, annaId } = await family()
  const shop = storefront.shopOf(anna)
  const before = await add(anna, FERRITIN, [annaId])
  await resetCart({ shop })
  expect(await undoRemoval({ shop })).toEqual(before)
  await expect(undoRemoval({ shop })).rejects.toMatchObject({ code: 'stale_write' })
  await resetCart({ shop })
  await add(anna, '1001', [annaId])
  await expect(undoRemoval({ shop })).rejects.toMatchObject({ code: 'stale_write' })
})

test('an analysis that the other laboratory does not offer stays visible, outside the totals', async () => {
  const { anna, annaId } = await family()
  const branchOnly = (await storefront.shopOf(anna).api.analyses({ laboratoryId: 1 })).find(
    ({ homeCallPossible, rules, materials }) =>
      !homeCallPossible && rules.length === 0 && materials.every(({ isOptional }) => !isOptional),
  )
  await add(anna, FERRITIN, [annaId])
  const adding = { shop: storefront.shopOf(anna), analysisId: branchOnly!.id, patientIds: [annaId] }
  await addToCart(adding)
  const atHome = storefront.shopOf(anna, { activeLaboratoryId: String(HOME_LABORATORY) })
  const { cart } = cartOf(await getCart({ shop: atHome }))
  expect(cart.unavailableAnalysisIdsByPatientId).toEqual({ [annaId]: [branchOnly!.id] })
  const gone = cart.analysisDtosByPatientId[annaId]?.find(({ id }) => id === branchOnly!.id)
  expect(gone).toMatchObject({ name: branchOnly!.name, unavailable: true })
  expect(cart.cartTotal).toEqual({ price: 23.8, currency: 'BYN' })
})

test('a deleted patient’s lines disappear from the cart', async () => {
  const { anna, annaId, viktorId } = await family()
  await add(anna, FERRITIN, [annaId, viktorId])
  const shop = storefront.shopOf(anna)
  await shop.api.deletePatient(viktorId)
  const { cart } = cartOf(await getCart({ shop }))
  expect(Object.keys(cart.analysisIdsByPatientId)).toEqual([annaId])
  expect(cart.cartTotal.price).toBe(23.8)
})

test('a hundred concurrent additions from ten connections are all kept', async () => {
  const { anna, annaId } = await family()
  const offered = (await storefront.shopOf(anna).api.analyses({ laboratoryId: 1 }))
    .filter(({ rules, materials }) => rules.length === 0 && materials.every(({ isOptional }) => !isOptional))
    .slice(0, 100)
  const includedBy = new Set(
    offered.flatMap(({ rules }) => rules.flatMap(({ relatedAnalysisIds }) => relatedAnalysisIds ?? [])),
  )
  expect(offered).toHaveLength(100)
  expect(includedBy.size).toBe(0)
  const connections = Array.from({ length: 10 }, () => storefront.shopOf(anna))
  await Promise.all(
    offered.map(({ id }, index) =>
      addToCart({ shop: connections[index % 10]!, analysisId: id, patientIds: [annaId] }),
    ),
  )
  const { cart } = cartOf(await getCart({ shop: storefront.shopOf(anna) }))
  expect(cart.analysisIdsByPatientId[annaId]).toEqual(offered.map(({ id }) => id).toSorted((a, b) => a - b))
})

/** Two patients, everything that the branch sells, and every container bought. */
async function fullHouse() {
  const { anna, annaId, viktorId } = await family()
  const patientIds = [annaId, viktorId]
  const analyses = await storefront.shopOf(anna).api.analyses({ laboratoryId: 1 })
  const bought = Object.fromEntries(
    analyses.flatMap(({ materials }) =>
      materials.filter(({ isOptional }) => isOptional).map(({ materialId }) => [materialId, true]),
    ),
  )
  const decisions = Object.fromEntries(patientIds.map((id) => [id, bought]))
  return { anna, patientIds, analysisIds: analyses.map(({ id }) => id), decisions }
}

test('two patients with all 398 analyses fit in one cart with matching totals that can be changed; a third is one too many', async () => {
  const { anna, patientIds, analysisIds, decisions } = await fullHouse()
  expect(analysisIds).toHaveLength(398)
  const shop = storefront.shopOf(anna)
  const answer = await addAnalyses({ shop, patientIds, materialDecisions: decisions }, () => analysisIds)
  if (answer.status !== 'specificAnalysisRestrictionsApplied') throw new Error(answer.status)
  const { cart, specificAnalysisRulesApplication } = answer
  // For each patient, an analysis is either in the cart or reported.
  const reported = new Set(
    specificAnalysisRulesApplication.map(({ patientId, analysisId }) => `${patientId} ${analysisId}`),
  )
  for (const patientId of patientIds) {
    const held = new Set(cart.analysisIdsByPatientId[patientId])
    expect(analysisIds.filter((id) => held.has(id) === reported.has(`${patientId} ${id}`))).toEqual([])
  }
  const cents = (price: number) => Math.round(price * 100)
  const parts = Object.values(cart.subCartTotalsByPatientId).map(({ price }) => cents(price))
  expect(parts).toHaveLength(2)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents(cart.cartTotal.price))
  expect(cartOf(await getCart({ shop })).cart).toEqual(cart)
  const [first, second] = patientIds
  const child = await storefront.patient(anna, 'Maria', 'FEMALE', '2000-01-01')
  const whole = { shop, patientIds: [child], decisions: { [child]: decisions[first!]! } }
  await expect(addAnalyses(whole, () => analysisIds)).rejects.toMatchObject({
    code: 'cart_full',
    status: 409,
  })
  expect(cartOf(await getCart({ shop })).cart).toEqual(cart)
  const removed = cartOf(await removePatient({ shop, patientId: first! }))
  expect(Object.keys(removed.cart.analysisIdsByPatientId)).toHaveLength(1)
  expect(removed.cart.analysisIdsByPatientId[second!]).toEqual(cart.analysisIdsByPatientId[second!])
})

test('the obstacles to ordering a cart are listed', async () => {
  const anna = await storefront.customer()
  const shop = storefront.shopOf(anna)
  const empty = await getCart({ shop })
  expect(empty).toMatchObject({ cart: { obstacles: ['cart_empty'] } })
  const [iron, saturation] = ['1251', '1254'].map((code) => storefront.analysisId(code)) as [number, number]
  const patientIds = [anna.patientId]
  await addToCart({ shop, analysisId: iron, patientIds })
  expect(await addToCart({ shop, analysisId: saturation, patientIds })).toMatchObject({
    cart: { obstacles: [], brokenRequirements: [], undecidedMaterials: {} },
  })
  const broken = await removeAnalysis({ shop, analysisId: iron })
  expect(broken).toMatchObject({
    cart: {
      obstacles: ['broken_requirements'],
      brokenRequirements: [
        { analysisId: saturation, rule: 'REQUIRES_ALSO', effect: 'broken', relatedAnalysisIds: [iron] },
      ],
    },
  })
})
