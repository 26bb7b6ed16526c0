import type { Assortment, Cart, CartAnalysis, CartPatient, Material } from '../cart.ts'
import type { Currency, Money } from '../money.ts'
import type { Rule } from '../rules.ts'

/** Examples for tests; every field can be overridden. The day is Friday, 20 November 2026. */

export const ON_DATE = '2026-11-20'

export const ANNA: CartPatient = { id: 'anna', gender: 'FEMALE', dateOfBirth: '1992-03-05' }
export const SOFIA: CartPatient = { id: 'sofia', gender: 'FEMALE', dateOfBirth: '2020-06-11' }
export const VIKTOR: CartPatient = { id: 'viktor', gender: 'MALE', dateOfBirth: '1965-03-14' }
export const FAMILY: readonly CartPatient[] = [ANNA, VIKTOR, SOFIA]

export function byn(amount: number): Money {
  return { amount, currency: 'BYN' }
}

/** A blood test of 10.00 BYN without rules. */
export function anAnalysis(overrides: Partial<CartAnalysis> & { id: number }): CartAnalysis {
  return {
    code: `A${overrides.id}`,
    name: `Analysis ${overrides.id}`,
    price: byn(1000),
    samplingServiceIds: [1],
    materialId: 20,
    rules: [],
    homeCallPossible: true,
    ...overrides,
  }
}

export function aMaterial(overrides: Partial<Material> & { id: number }): Material {
  return {
    name: `Material ${overrides.id}`,
    kind: 'sampling service',
    price: byn(690),
    isOptional: false,
    charge: 'ONCE_PER_PATIENT_VISIT',
    ...overrides,
  }
}

export function aRule(overrides: Partial<Rule> & Pick<Rule, 'type'>): Rule {
  return { id: 1, message: `${overrides.type} is not met`, ...overrides }
}

/** Blood collection 6.90, a breath test 8.90 each, sample acceptance 1.50, a free tube, a urine cup 0.90. */
export const MATERIALS: readonly Material[] = [
  aMaterial({ id: 1 }),
  aMaterial({ id: 6, price: byn(890), charge: 'PER_ANALYSIS' }),
  aMaterial({ id: 9, price: byn(150) }),
  aMaterial({ id: 20, kind: 'tube', price: byn(85), charge: 'INCLUDED_IN_SERVICE' }),
  aMaterial({ id: 40, kind: 'container', price: byn(90), isOptional: true, charge: 'ONCE_PER_CONTAINER' }),
]

export function anAssortment(
  analyses: readonly CartAnalysis[],
  overrides: { materials?: readonly Material[]; currency?: Currency } = {},
): Assortment {
  return {
    currency: overrides.currency ?? 'BYN',
    analyses: new Map(analyses.map((analysis) => [analysis.id, analysis])),
    materials: new Map((overrides.materials ?? MATERIALS).map((material) => [material.id, material])),
  }
}

export function aCart(overrides: Partial<Cart> = {}): Cart {
  return {
    analysisIdsByPatientId: {},
    materialDecisions: {},
    pregnantPatientIds: [],
    ...overrides,
  }
}
