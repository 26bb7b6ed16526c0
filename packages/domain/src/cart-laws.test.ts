import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateCart } from './calculate-cart.ts'
import { type Cart, emptyCart } from './cart.ts'
import { withoutPatientAnalysis } from './remove-from-cart.ts'
import { additions, assortments, families, type Step, steps } from './testing/arbitraries.ts'
import { byn, ON_DATE } from './testing/factories.ts'
import { plainTotal, takeAddition, takeStep, type World } from './testing/run-steps.ts'

/** Laws that hold for every cart, each tested on generated catalogues, families and histories. */

const decided = additions.map((addition) => ({ ...addition, decides: true }))
const history = fc.array(steps, { maxLength: 20 })

function worlds(rules: 'all' | 'personal'): fc.Arbitrary<World> {
  return fc.record({ patients: families, assortment: assortments(rules) })
}

function cartAfter(taken: readonly Step[], world: World, start = emptyCart): Cart {
  return taken.reduce((cart, step) => takeStep(cart, step, world), start)
}

function calculated(cart: Cart, world: World, delivery = 0) {
  return calculateCart({ ...world, cart, onDate: ON_DATE, deliveryPrice: byn(delivery) })
}

test('adding the same again changes nothing', () => {
  fc.assert(
    fc.property(worlds('all'), history, decided, (world, before, addition) => {
      const once = cartAfter([...before, addition], world)
      expect(takeStep(once, addition, world)).toEqual(once)
    }),
  )
})

test('adding an analysis and removing it again restores the cart', () => {
  fc.assert(
    fc.property(worlds('all'), history, decided, (world, before, addition) => {
      const start = cartAfter(before, world)
      const single = { ...addition, analysisIds: [addition.analysisIds[0]!], decides: false }
      const result = takeAddition(start, single, world)
      fc.pre(result.status === 'added' && result.ruleApplications.length === 0)
      const restored = single.patientIds
        .filter((id) => !start.analysisIdsByPatientId[id]?.includes(single.analysisIds[0]!))
        .reduce(
          (cart, patientId) =>
            withoutPatientAnalysis({
              cart,
              patientId,
              analysisId: single.analysisIds[0]!,
              assortment: world.assortment,
            }),
          result.cart,
        )
      expect(restored).toEqual(start)
    }),
  )
})

test('a decision made with an analysis is removed with it', () => {
  fc.assert(
    fc.property(worlds('personal'), decided, (world, addition) => {
      const cart = cartAfter([addition], world)
      const emptied = addition.analysisIds.reduce(
        (rest, analysisId) => takeStep(rest, { kind: 'removeAnalysis', analysisId }, world),
        cart,
      )
      expect(emptied).toEqual(emptyCart)
    }),
  )
})

test('the order of additions does not matter if no rule connects the analyses', () => {
  const adds = fc
    .array(decided, { maxLength: 8 })
    .map((list) => list.map((add) => ({ ...add, buys: list[0]!.buys, isPregnant: list[0]!.isPregnant })))
  const shuffled = adds.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  )
  fc.assert(
    fc.property(worlds('personal'), shuffled, (world, [one, other]) => {
      expect(JSON.stringify(cartAfter(other, world))).toBe(JSON.stringify(cartAfter(one, world)))
    }),
  )
})

test('adding for several patients equals adding for one after the other', () => {
  fc.assert(
    fc.property(worlds('all'), history, decided, (world, before, addition) => {
      const start = cartAfter(before, world)
      const single = addition.patientIds.map((id) => ({ ...addition, patientIds: [id] }))
      expect(cartAfter(single, world, start)).toEqual(cartAfter([addition], world, start))
    }),
  )
})

test('a bigger analysis replaces what it includes, whichever is added first', () => {
  fc.assert(
    fc.property(worlds('all'), decided, decided, (world, left, right) => {
      const withoutRequirements = new Map(
        [...world.assortment.analyses].map(([id, analysis]) => {
          const rules = analysis.rules.filter(({ type }) => type !== 'REQUIRES_ALSO')
          return [id, { ...analysis, rules }] as const
        }),
      )
      const plain = { ...world, assortment: { ...world.assortment, analyses: withoutRequirements } }
      const [one, two] = [left, { ...right, buys: left.buys, isPregnant: left.isPregnant }]
      const patients = (cart: Cart) => cart.analysisIdsByPatientId
      expect(patients(cartAfter([one, two], plain))).toEqual(patients(cartAfter([two, one], plain)))
    }),
  )
})

test('totals equal a plain count, and the sum of their parts', () => {
  fc.assert(
    fc.property(worlds('all'), history, fc.nat(10_000), (world, before, delivery) => {
      const start = cartAfter(before, world)
      const cart = calculated(start, world, delivery)
      expect(cart.cartTotal.amount).toBe(plainTotal(start, world))
      expect(cart.orderTotal.amount).toBe(cart.cartTotal.amount + delivery)
      for (const { lines, materials, subtotal } of cart.patients) {
        const parts = [...lines.map(({ price }) => price), ...materials.map(({ total }) => total)]
        expect(subtotal.amount).toBe(parts.reduce((sum, { amount }) => sum + amount, 0))
      }
    }),
  )
})

test('being asked about a material changes nothing, and the decision completes the addition', () => {
  fc.assert(
    fc.property(worlds('all'), history, additions, (world, before, addition) => {
      const start = cartAfter(before, world)
      const asked = takeAddition(start, { ...addition, decides: false }, world)
      // Unlike a return, it fails if (nearly) no addition asks.
      fc.pre(asked.status === 'undecided')
      for (const [patientId, requests] of Object.entries(asked.undecidedMaterials)) {
        for (const materialId of Object.keys(requests).map(Number)) {
          expect(start.materialDecisions[patientId]?.[materialId]).toBeUndefined()
        }
      }
      const answered = takeAddition(start, { ...addition, decides: true }, world)
      expect(answered.status).toBe('added')
    }),
  )
})

test('switching to another laboratory and back costs the same as before', () => {
  fc.assert(
    fc.property(worlds('all'), assortments('all'), history, (world, other, before) => {
      const start = cartAfter(before, world)
      const analyses = new Map([...other.analyses].filter(([id]) => id % 2 === 0))
      const elsewhere = { ...world, assortment: { ...other, analyses } }
      const there = calculated(start, elsewhere)
      const gone = Object.values(start.analysisIdsByPatientId).flatMap((ids) =>
        ids.filter((id) => id % 2 === 1),
      )
      expect(there.unavailable.map(({ analysisId }) => analysisId).sort()).toEqual(gone.sort())
      const kept = there.patients.map(({ patientId, analysisIds }) => [patientId, analysisIds])
      expect(Object.fromEntries(kept)).toEqual(start.analysisIdsByPatientId)
      // A removal at the other laboratory must not lose decisions about analyses that only this one knows.
      const absent: Step = { kind: 'removeAnalysis', analysisId: 99 }
      const back = takeStep(start, absent, elsewhere)
      for (const [patientId, ids] of Object.entries(start.analysisIdsByPatientId)) {
        if (ids.every((id) => analyses.has(id))) continue
        expect(back.materialDecisions[patientId]).toEqual(start.materialDecisions[patientId])
      }
    }),
  )
})
