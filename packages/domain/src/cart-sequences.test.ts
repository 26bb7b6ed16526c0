import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CalculatedCart, calculateCart } from './calculate-cart.ts'
import { type Cart, emptyCart } from './cart.ts'
import { includedBy } from './cart-rules.ts'
import { assortments, families, steps } from './testing/arbitraries.ts'
import { ON_DATE } from './testing/factories.ts'
import { plainTotal, takeAddition, takeStep, type World } from './testing/run-steps.ts'

const worlds = fc.record({ patients: families, assortment: assortments('all') })

test('the cart is sound after each of a hundred steps of any kind', () => {
  fc.assert(
    fc.property(worlds, fc.array(steps, { minLength: 100, maxLength: 100 }), (world, sequence) => {
      let cart: Cart = deepFreeze(emptyCart)
      for (const step of sequence) {
        cart = deepFreeze(takeStep(cart, step, world))
        const calculated = calculateCart({ ...world, cart, onDate: ON_DATE })
        expectSoundDocument(cart, world)
        expectOnlyLostCompanions(calculated)
        expect(calculated.cartTotal.amount).toBe(plainTotal(cart, world))
        expect(calculated.undecidedMaterials).toEqual({})
        expect(calculated.unavailable).toEqual([])
      }
    }),
    { numRuns: 40 },
  )
})

test('an addition reports exactly what it left out and what it removed', () => {
  fc.assert(
    fc.property(worlds, fc.array(steps, { minLength: 30, maxLength: 30 }), (world, sequence) => {
      let cart = emptyCart
      for (const step of sequence) {
        if (step.kind === 'add') expectHonestAnswer(cart, step, world)
        cart = takeStep(cart, step, world)
      }
    }),
  )
})

/** Sets in ascending order, no patient without analyses, no duplicate, no decision that nothing needs. */
function expectSoundDocument(cart: Cart, { assortment }: World) {
  for (const [patientId, ids] of Object.entries(cart.analysisIdsByPatientId)) {
    expect(ids.length).toBeGreaterThan(0)
    expect(ids).toEqual([...new Set(ids)].sort((left, right) => left - right))
    const analyses = ids.map((id) => assortment.analyses.get(id)!)
    for (const analysis of analyses) {
      const included = includedBy(analysis, assortment)
      expect(ids.filter((id) => included.has(id))).toEqual([])
    }
    const named = analyses.flatMap((analysis) => [...analysis.samplingServiceIds, analysis.materialId])
    for (const materialId of Object.keys(cart.materialDecisions[patientId] ?? {})) {
      expect(named).toContain(Number(materialId))
      const material = assortment.materials.get(Number(materialId))
      expect(material?.isOptional).toBe(true)
      expect(material?.charge).not.toBe('INCLUDED_IN_SERVICE')
    }
  }
  const patientIds = Object.keys(cart.analysisIdsByPatientId)
  expect(patientIds).toEqual(expect.arrayContaining(Object.keys(cart.materialDecisions)))
  expect(patientIds).toEqual(expect.arrayContaining([...cart.pregnantPatientIds]))
}

/** Only a removal may break a rule, and only a rule about companions. */
function expectOnlyLostCompanions({ brokenRequirements }: CalculatedCart) {
  for (const { rule, relatedAnalysisIds } of brokenRequirements) {
    expect(rule.type).toBe('REQUIRES_ALSO')
    expect(relatedAnalysisIds.length).toBeGreaterThan(0)
  }
}

function expectHonestAnswer(cart: Cart, step: Parameters<typeof takeAddition>[1], world: World) {
  const result = takeAddition(cart, step, world)
  if (!('cart' in result)) return
  const answered = result.ruleApplications.map((application) => {
    return `${application.patientId} ${application.effect} ${application.analysisId}`
  })
  const happened = [...new Set(step.patientIds)].flatMap((patientId) => {
    const before = cart.analysisIdsByPatientId[patientId] ?? []
    const after = result.cart.analysisIdsByPatientId[patientId] ?? []
    const leftOut = [...new Set(step.analysisIds)].filter((id) => !before.includes(id) && !after.includes(id))
    const removed = before.filter((id) => !after.includes(id))
    return [
      ...leftOut.map((id) => `${patientId} leftOut ${id}`),
      ...removed.map((id) => `${patientId} removed ${id}`),
    ]
  })
  expect([...new Set(answered)].sort()).toEqual(happened.sort())
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const part of Object.values(value)) deepFreeze(part)
    Object.freeze(value)
  }
  return value
}
