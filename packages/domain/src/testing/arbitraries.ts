import fc from 'fast-check'
import type { Assortment, CartAnalysis, CartPatient, Material } from '../cart.ts'
import type { Rule } from '../rules.ts'
import { anAnalysis, anAssortment, byn } from './factories.ts'

/** Generated catalogues, patients and steps, for testing the laws of the cart. */

const ANALYSIS_IDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const MATERIAL_IDS = [101, 102, 103, 104, 105]
const CHARGES = [
  'ONCE_PER_PATIENT_VISIT',
  'PER_ANALYSIS',
  'ONCE_PER_CONTAINER',
  'INCLUDED_IN_SERVICE',
] as const

export type Step =
  | {
      readonly kind: 'add'
      readonly analysisIds: readonly number[]
      readonly patientIds: readonly string[]
      readonly buys: readonly boolean[]
      readonly decides: boolean
      readonly isPregnant: boolean
    }
  | { readonly kind: 'removePatientAnalysis'; readonly patientId: string; readonly analysisId: number }
  | { readonly kind: 'removeAnalysis'; readonly analysisId: number }
  | { readonly kind: 'removePatient'; readonly patientId: string }

const analysisId = fc.constantFrom(...ANALYSIS_IDS)
const price = fc.integer({ min: 1, max: 100_000 }).map(byn)

const material = (id: number): fc.Arbitrary<Material> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(`Material ${id}`),
    kind: fc.constantFrom('sampling service', 'tube', 'container', 'kit'),
    price,
    isOptional: fc.boolean(),
    charge: fc.constantFrom(...CHARGES),
  })

const personalRule: fc.Arbitrary<Rule> = fc
  .oneof(
    fc.record({
      type: fc.constant('SEX' as const),
      sex: fc.constantFrom('MALE' as const, 'FEMALE' as const),
    }),
    fc.record({ type: fc.constant('MIN_AGE' as const), minAgeYears: fc.integer({ min: 1, max: 80 }) }),
    fc.record({ type: fc.constant('MAX_AGE' as const), maxAgeYears: fc.integer({ min: 1, max: 80 }) }),
    fc.record({ type: fc.constant('PREGNANCY_ONLY' as const) }),
  )
  .map((rule) => ({ id: 1, message: 'not met', ...rule }))

const orderingRule: fc.Arbitrary<Rule> = fc.record({
  id: fc.constant(2),
  message: fc.constant('not met'),
  type: fc.constantFrom('REQUIRES_ALSO', 'ALREADY_INCLUDES'),
  relatedAnalysisIds: fc.uniqueArray(analysisId, { minLength: 1, maxLength: 3 }),
})

function analysis(id: number, rule: fc.Arbitrary<Rule>): fc.Arbitrary<CartAnalysis> {
  return fc
    .record({
      price,
      samplingServiceIds: fc.array(fc.constantFrom(...MATERIAL_IDS), { maxLength: 3 }),
      materialId: fc.option(fc.constantFrom(...MATERIAL_IDS)),
      rules: fc.array(rule, { maxLength: 2 }),
    })
    .map((fields) => anAnalysis({ id, ...fields }))
}

/** Ten analyses and five materials; with every kind of rule, or only with rules about the person. */
export function assortments(rules: 'all' | 'personal'): fc.Arbitrary<Assortment> {
  const rule = rules === 'all' ? fc.oneof(personalRule, orderingRule) : personalRule
  return fc
    .tuple(fc.tuple(...ANALYSIS_IDS.map((id) => analysis(id, rule))), fc.tuple(...MATERIAL_IDS.map(material)))
    .map(([analyses, materials]) => anAssortment(analyses, { materials }))
}

/** Four patients of any sex and age on 20 November 2026. */
export const families: fc.Arbitrary<CartPatient[]> = fc.tuple(
  ...['p1', 'p2', 'p3', 'p4'].map((id) =>
    fc.record({
      id: fc.constant(id),
      gender: fc.constantFrom('MALE' as const, 'FEMALE' as const),
      dateOfBirth: fc
        .date({ min: new Date('1930-01-01'), max: new Date('2026-11-20'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    }),
  ),
)

const patientId = fc.constantFrom('p1', 'p2', 'p3', 'p4')

export const additions = fc.record({
  kind: fc.constant('add' as const),
  analysisIds: fc.array(analysisId, { minLength: 1, maxLength: 5 }),
  patientIds: fc.array(patientId, { minLength: 1, maxLength: 3 }),
  buys: fc.array(fc.boolean(), { minLength: MATERIAL_IDS.length, maxLength: MATERIAL_IDS.length }),
  decides: fc.boolean(),
  isPregnant: fc.boolean(),
})

export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: additions },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('removePatientAnalysis' as const), patientId, analysisId }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('removeAnalysis' as const), analysisId }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('removePatient' as const), patientId }) },
)

/** A decision about every material for each patient of the call. */
export function decisionsOf(step: { patientIds: readonly string[]; buys: readonly boolean[] }) {
  const decisions = Object.fromEntries(MATERIAL_IDS.map((id, index) => [id, step.buys[index]!]))
  return Object.fromEntries(step.patientIds.map((id) => [id, decisions]))
}

export function confirmationsOf(step: { patientIds: readonly string[]; isPregnant: boolean }) {
  return Object.fromEntries(step.patientIds.map((id) => [id, { pregnant: step.isPregnant }]))
}
