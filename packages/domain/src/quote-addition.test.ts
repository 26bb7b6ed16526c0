import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withAnalyses } from './add-to-cart.ts'
import { ageInYears } from './age.ts'
import { calculateCart } from './calculate-cart.ts'
import { type Cart, type CartPatient, emptyCart } from './cart.ts'
import { CURRENCIES } from './money.ts'
import { quoteAnalyses } from './quote.ts'
import { quoteAddition } from './quote-addition.ts'
import { additions, assortments, families } from './testing/arbitraries.ts'
import { anAnalysis, anAssortment, aRule, byn, ON_DATE } from './testing/factories.ts'
import { readCatalogue, realAssortment } from './testing/real-catalogue.ts'
import { takeStep, type World } from './testing/run-steps.ts'

const assortment = realAssortment('BYN')
const catalogue = readCatalogue()
const ALL_IDS = [...assortment.analyses.keys()]
const PROFILES = catalogue.profiles.map(({ code, labServices }) => [code, labServices.map(Number)] as const)
const ADDABLES = [...ALL_IDS.map((id) => [String(id), [id]] as const), ...PROFILES]

const WOMAN: CartPatient = { id: 'woman', gender: 'FEMALE', dateOfBirth: '1992-03-05' }
const MAN: CartPatient = { id: 'man', gender: 'MALE', dateOfBirth: '1965-03-14' }
const GIRL: CartPatient = { id: 'girl', gender: 'FEMALE', dateOfBirth: '2020-06-11' }
const BABY: CartPatient = { id: 'baby', gender: 'MALE', dateOfBirth: '2026-03-20' }
const PEOPLE = [WOMAN, MAN, GIRL, BABY]
const GROUPS = Array.from({ length: 2 ** PEOPLE.length - 1 }, (_, group) =>
  PEOPLE.filter((_person, index) => ((group + 1) >> index) & 1).map(({ id }) => id),
)

interface Order {
  cart: Cart
  analysisIds: readonly number[]
  patientIds: readonly string[]
  isPregnant: boolean
  buys: boolean
}

/** Quotes each patient as the page does before the button is pressed, and charges as the cart does after it. */
function quotedAndCharged({ cart, analysisIds, patientIds, isPregnant, buys }: Order, world: World) {
  const call = { ...world, cart, analysisIds, onDate: ON_DATE, bringsCompanions: true }
  const ids = [...new Set(patientIds)]
  const quotes = ids.map((patientId) =>
    quoteAddition({ ...call, patientId, isPregnancyConfirmed: isPregnant }),
  )
  const quoted = quotes.reduce((sum, quote) => {
    const bought = buys ? quote!.materials.reduce((all, { price }) => all + price.amount, 0) : 0
    return sum + quote!.difference.amount + bought
  }, 0)
  const decisions = Object.fromEntries(
    ids.map((id, index) => [
      id,
      Object.fromEntries(quotes[index]!.materials.map(({ materialId }) => [materialId, buys])),
    ]),
  )
  const confirmations = Object.fromEntries(ids.map((id) => [id, { pregnant: isPregnant }]))
  const result = withAnalyses({ ...call, patientIds, decisions, confirmations })
  if (!('cart' in result)) throw new Error(result.status)
  const total = (held: Cart) => calculateCart({ ...world, cart: held, onDate: ON_DATE }).cartTotal.amount
  return { quoted, charged: total(result.cart) - total(cart), after: result.cart }
}

const real = { patients: PEOPLE, assortment }
const orders = fc.record({
  addable: fc.constantFrom(...ADDABLES),
  patientIds: fc.subarray(
    PEOPLE.map(({ id }) => id),
    { minLength: 1 },
  ),
  isPregnant: fc.boolean(),
  buys: fc.boolean(),
})

test.each(CURRENCIES)(
  'the price promised is the price charged, for every analysis, profile and set of people, in %s',
  (currency) => {
    const world = { patients: PEOPLE, assortment: realAssortment(currency) }
    for (const [, analysisIds] of ADDABLES) {
      for (const patientIds of GROUPS) {
        for (const [isPregnant, buys] of [
          [false, false],
          [false, true],
          [true, false],
          [true, true],
        ] as const) {
          const order = { cart: emptyCart, analysisIds, patientIds, isPregnant, buys }
          const { quoted, charged } = quotedAndCharged(order, world)
          if (quoted !== charged) expect([order, quoted]).toEqual([order, charged])
        }
      }
    }
  },
)

test('the price promised is the price charged, whatever is already in the cart', () => {
  fc.assert(
    fc.property(fc.array(orders, { minLength: 1, maxLength: 5 }), (list) => {
      let cart = emptyCart
      for (const { addable, ...order } of list) {
        const { quoted, charged, after } = quotedAndCharged({ ...order, cart, analysisIds: addable[1] }, real)
        expect(quoted).toBe(charged)
        cart = after
      }
    }),
  )
})

test('the price promised is the price charged under any rules and charges', () => {
  const worlds = fc.record({ patients: families, assortment: assortments('all') })
  fc.assert(
    fc.property(worlds, fc.array(additions, { maxLength: 5 }), additions, (world, before, addition) => {
      const cart = before.reduce((held, step) => takeStep(held, step, world), emptyCart)
      const { quoted, charged, after } = quotedAndCharged(
        { ...addition, cart, buys: addition.buys[0]! },
        world,
      )
      expect(quoted).toBe(charged)
      const { brokenRequirements } = calculateCart({ ...world, cart: after, onDate: ON_DATE })
      expect(brokenRequirements).toEqual([])
    }),
  )
})

function mayHave(patient: CartPatient, analysisId: number): boolean {
  const age = ageInYears(patient.dateOfBirth, ON_DATE)
  return assortment.analyses.get(analysisId)!.rules.every(({ type, sex, minAgeYears, maxAgeYears }) => {
    if (type === 'SEX') return sex === patient.gender
    if (type === 'MIN_AGE') return age >= minAgeYears!
    return type === 'MAX_AGE' ? age <= maxAgeYears! : true
  })
}

test('every analysis and profile can be ordered for somebody, at the price shown before login', () => {
  for (const [code, analysisIds] of ADDABLES) {
    const buyer = PEOPLE.find((patient) => analysisIds.every((id) => mayHave(patient, id)))
    expect([code, buyer]).toEqual([code, expect.anything()])
    const order = { cart: emptyCart, analysisIds, patientIds: [buyer!.id], isPregnant: true, buys: false }
    const { after, charged } = quotedAndCharged(order, real)
    expect(after.analysisIdsByPatientId[buyer!.id]).toEqual(expect.arrayContaining([...analysisIds]))
    expect(calculateCart({ ...real, cart: after, onDate: ON_DATE }).obstacles).toEqual([])
    expect([code, quoteAnalyses({ analysisIds, assortment })?.total]).toEqual([code, byn(charged)])
  }
})

test.each([
  [2029, 4090],
  [1254, 3270],
])('%i costs what the cart charges, confirmation and companion included', (analysisId, amount) => {
  const order = { cart: emptyCart, analysisIds: [analysisId], patientIds: ['woman'], buys: false }
  expect(quotedAndCharged({ ...order, isPregnant: true }, real)).toMatchObject({
    quoted: amount,
    charged: amount,
  })
})

const requires = (...relatedAnalysisIds: number[]) => [aRule({ type: 'REQUIRES_ALSO', relatedAnalysisIds })]
const chain = anAssortment([
  anAnalysis({ id: 1, rules: requires(2) }),
  anAnalysis({ id: 2, rules: requires(3) }),
  anAnalysis({ id: 3, rules: requires(1, 4) }),
  anAnalysis({ id: 4 }),
  anAnalysis({ id: 5, rules: requires(4, 6) }),
  anAnalysis({ id: 6, rules: [aRule({ type: 'SEX', sex: 'MALE' })] }),
])

function quoteOf(analysisIds: number[], patientId = 'woman') {
  const call = { cart: emptyCart, patients: PEOPLE, assortment: chain, onDate: ON_DATE, analysisIds }
  return quoteAddition({ ...call, patientId, isPregnancyConfirmed: false, bringsCompanions: true })
}

test('companions are added at any depth, even in a circle', () => {
  expect(quoteOf([1])).toMatchObject({ addedIds: [1, 2, 3, 4], companionIds: [2, 3, 4], applications: [] })
})

test('if a companion is not for this person, the analysis stays out and adds nothing', () => {
  expect(quoteOf([5])).toMatchObject({
    addedIds: [],
    difference: byn(0),
    applications: [{ analysisId: 5, relatedAnalysisIds: [6] }],
  })
  expect(quoteOf([5], 'man')).toMatchObject({ addedIds: [4, 5, 6] })
})

test('there is no quote for an analysis that is not offered', () => {
  expect(quoteOf([99])).toBeNull()
})
