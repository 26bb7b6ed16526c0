import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withAnalyses } from './add-to-cart.ts'
import { calculateCart } from './calculate-cart.ts'
import { type Cart, emptyCart } from './cart.ts'
import { HIDDEN_CATEGORY_IDS } from './category.ts'
import { nearestLaboratory } from './distance.ts'
import { mergePreparation } from './preparation.ts'
import { sortProfiles } from './profile-order.ts'
import { pickReferenceRange } from './reference-range.ts'
import { withoutAnalysis, withoutPatient } from './remove-from-cart.ts'
import { ANNA, byn, FAMILY, ON_DATE } from './testing/factories.ts'
import { readCatalogue, realAssortment } from './testing/real-catalogue.ts'
import { plainTotal } from './testing/run-steps.ts'
import { visitSlots } from './visit-slots.ts'

/** The rules applied to the real demo catalogue. */

const catalogue = readCatalogue()
const assortment = realAssortment('BYN')
const ALL_IDS = [...assortment.analyses.keys()]
const PATIENT_IDS = FAMILY.map(({ id }) => id)

function adding(cart: Cart, patientIds: readonly string[], analysisIds: readonly number[]) {
  const optional = catalogue.materials.filter((material) => material.optional)
  const bought = Object.fromEntries(optional.map(({ id }) => [id, true]))
  const decisions = Object.fromEntries(patientIds.map((id) => [id, bought]))
  const call = { patients: FAMILY, patientIds, analysisIds, decisions, assortment, onDate: ON_DATE }
  return withAnalyses({ ...call, cart, confirmations: { anna: { pregnant: true } } })
}

function stored(cart: Cart, patientIds: readonly string[], analysisIds: readonly number[]) {
  const result = adding(cart, patientIds, analysisIds)
  if (!('cart' in result)) throw new Error(result.status)
  return result.cart
}

function calculated(cart: Cart, offered = assortment) {
  return calculateCart({ cart, patients: FAMILY, assortment: offered, onDate: ON_DATE })
}

function profileIds(code: string): number[] {
  return catalogue.profiles.find((profile) => profile.code === code)!.labServices.map(Number)
}

test('a family with a profile and single analyses pays what the price list says', () => {
  const anna = stored(emptyCart, ['anna'], [1001, 1252, 4001])
  const viktor = stored(anna, ['viktor'], profileIds('P003'))
  const held = stored(viktor, ['sofia'], [1001, 5001])
  const cart = calculateCart({
    cart: held,
    patients: FAMILY,
    assortment,
    onDate: ON_DATE,
    deliveryPrice: byn(3300),
  })
  expect(cart.patients.map(({ subtotal }) => subtotal)).toEqual([byn(9970), byn(11_900), byn(4770)])
  expect(cart.cartTotal).toEqual(byn(26_640))
  expect(cart.orderTotal).toEqual(byn(29_940))
  expect(cart.obstacles).toEqual([])
})

test('a load test charges its repeated collection once per analysis, in addition to the first collection', () => {
  const [patient] = calculated(stored(emptyCart, ['anna'], [1224])).patients
  expect(patient?.materials.map(({ materialId, quantity }) => [materialId, quantity])).toEqual([
    [1, 1],
    [7, 1],
  ])
  expect(patient?.subtotal).toEqual(byn(2790 + 690 + 690))
})

test('a blood count includes its parts and takes them out of the cart', () => {
  const cart = stored(emptyCart, ['anna'], [1002, 1003])
  expect(stored(cart, ['anna'], [1001]).analysisIdsByPatientId).toEqual({ anna: [1001] })
})

test('every profile is sold as a whole to somebody in the family, whatever the laboratory requires', () => {
  for (const { code } of catalogue.profiles) {
    const ids = profileIds(code)
    const outcomes = PATIENT_IDS.map((id) => adding(emptyCart, [id], ids))
    expect(outcomes).toContainEqual(expect.objectContaining({ status: 'added', ruleApplications: [] }))
  }
})

test('every analysis can be charged in every currency', () => {
  const held = { ...emptyCart, analysisIdsByPatientId: { anna: ALL_IDS } }
  for (const currency of ['BYN', 'PLN', 'EUR'] as const) {
    const cart = calculated(held, realAssortment(currency))
    expect(cart.unavailable).toEqual([])
    expect(cart.cartTotal.currency).toBe(currency)
    expect(cart.patients[0]?.lines).toHaveLength(catalogue.analyses.length)
  }
})

test('random carts of real analyses keep the laws', () => {
  const additions = fc.record({
    patientIds: fc.uniqueArray(fc.constantFrom(...PATIENT_IDS), { minLength: 1 }),
    analysisIds: fc.uniqueArray(fc.constantFrom(...ALL_IDS), { minLength: 1, maxLength: 40 }),
  })
  fc.assert(
    fc.property(fc.array(additions, { maxLength: 6 }), fc.constantFrom(...ALL_IDS), (taken, removed) => {
      const full = taken.reduce(
        (cart, { patientIds, analysisIds }) => stored(cart, patientIds, analysisIds),
        emptyCart,
      )
      expect(calculated(full).brokenRequirements).toEqual([])
      const held = withoutAnalysis({ cart: full, analysisId: removed, assortment })
      const cart = calculated(held)
      expect(cart.cartTotal.amount).toBe(plainTotal(held, { patients: FAMILY, assortment }))
      expect(cart.undecidedMaterials).toEqual({})
      const emptied = PATIENT_IDS.reduce(
        (rest, patientId) => withoutPatient({ cart: rest, patientId, assortment }),
        held,
      )
      expect(emptied).toEqual(emptyCart)
    }),
  )
})

test('an analysis not done at home is unavailable for a home visit, and available again at the branch', () => {
  const cart = stored(emptyCart, ['anna'], [1001, 7304])
  const atHome = calculated(cart, realAssortment('BYN', { onlyAtHome: true }))
  expect(atHome.unavailable).toEqual([{ patientId: 'anna', analysisId: 7304, reason: 'not_offered' }])
  expect(atHome.obstacles).toEqual(['unavailable_lines'])
  expect(calculated(cart).obstacles).toEqual([])
})

test('all preparations together name one fast, in both languages, and never say that nothing is needed', () => {
  for (const language of ['notes', 'notesRu'] as const) {
    const analyses = catalogue.analyses.map(({ preparation }) => {
      return { fastingHours: preparation.fastingHours, notes: preparation[language] }
    })
    const merged = mergePreparation({
      analyses,
      visit: { start: '2026-11-23T08:30:00+03:00', zone: 'Europe/Minsk' },
    })
    expect(merged.fastingHours).toBe(12)
    expect(merged.fastFrom).toBe('2026-11-22T17:30:00.000Z')
    expect(merged.fastingNote).toMatch(/^(Do not eat for|Не есть) 12 /)
    const texts = merged.notes.join('\n')
    expect(texts).not.toMatch(/^(Do not eat for|Не есть \d)/m)
    expect(texts).not.toMatch(/preparation|подготовка/i)
  }
})

test('profiles come in three groups: nine numbered ones, the other numbered ones, the rest', {
  tags: ['SPEC-4-PROFILES-SORTED'],
}, () => {
  const names = sortProfiles(catalogue.profiles).map(({ name }) => name)
  expect(names.slice(0, 9).every((name, index) => name.startsWith(`Профиль ${index + 1}.`))).toBe(true)
  expect(names.slice(9, 24).every((name) => /^Профиль \d\d\./.test(name))).toBe(true)
  expect(names.slice(24).some((name) => name.includes('Профиль'))).toBe(false)
})

test('the hidden categories are the ones that the catalogue hides', {
  tags: ['SPEC-9-HIDDEN-CATEGORIES'],
}, () => {
  const hidden = catalogue.categories.filter((category) => category.hidden).map(({ id }) => id)
  expect(hidden).toEqual(HIDDEN_CATEGORY_IDS)
})

test('each laboratory is nearest to itself, and each branch has times next week', () => {
  for (const laboratory of catalogue.laboratories) {
    expect(nearestLaboratory(laboratory, catalogue.laboratories)?.roundedMiles).toBe(0)
    const now = new Date('2026-11-20T12:00:00+03:00')
    const range = { now, from: '2026-11-23', days: 6, zone: 'Europe/Minsk' }
    const plan = { kind: 'branch', openingHours: laboratory.openingHours } as const
    expect(visitSlots({ ...range, plan }).length).toBeGreaterThan(50)
  }
})

test('a reference range is found for an adult woman wherever one is given for everybody', () => {
  const components = catalogue.analyses.flatMap(({ resultDefinition }) => resultDefinition.components)
  const forAll = components.filter(({ referenceRanges }) =>
    referenceRanges.some(({ sex, ageFromYears, ageToYears }) => !sex && !ageFromYears && !ageToYears),
  )
  expect(forAll.length).toBeGreaterThan(500)
  for (const { referenceRanges } of forAll) {
    expect(pickReferenceRange(referenceRanges, { sex: ANNA.gender, ageYears: 34 })).not.toBeNull()
  }
})
