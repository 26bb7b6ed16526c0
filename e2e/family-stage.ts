import analyses from '../catalogue/analyses.json' with { type: 'json' }
import { START } from './clock.ts'
import { reportFerritin } from './laboratory-system.ts'
import {
  addPatient,
  analysisId,
  apiRoot,
  BRANCH,
  type Customer,
  call,
  confirmEmail,
  findResult,
  freeTime,
  newCustomer,
  payOrder,
  placeOrder,
  reportResults,
  type StagedOrder,
  type StagedResult,
} from './stage.ts'
import type { ShopUnderTest } from './visitor.ts'

const MONTH = 30.44 * 86_400_000
/** Venous blood collection, charged once per person. */
const SAMPLING = 6.9
/** Blood, liver, kidneys, sugar, fats, protein. */
const CHECK_UP = ['1001', '1201', '1202', '1205', '1216', '1217', '1220', '1228', '1209']

interface Together {
  patientIds: string[]
  codes: string[]
  /** Position among the free times, from 0 to 1. */
  at: number
}

/** Orders the same blood tests for several people at the branch, and pays. */
async function orderTogether(
  { shop, token }: Customer,
  { patientIds, codes, at }: Together,
): Promise<StagedOrder> {
  const analysisIds = await Promise.all(codes.map((code) => analysisId(shop, code)))
  const prices = codes.map((code) => analyses.find((analysis) => analysis.code === code)!.prices.BYN)
  const each = prices.reduce((sum, price) => sum + price, SAMPLING)
  const order = await call<StagedOrder>(`${apiRoot(shop)}/orders`, {
    method: 'POST',
    token,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: {
      laboratoryId: BRANCH,
      patients: patientIds.map((patientId) => ({ patientId, analysisIds })),
      visit: { kind: 'branch', start: await freeTime(shop, BRANCH, at) },
      feedback: { useEmail: true, usePhone: true, quickPhone: '' },
      expectedTotal: { price: Math.round(each * patientIds.length * 100) / 100, currency: 'BYN' },
    },
  })
  await payOrder(order)
  return order
}

export interface StagedFamily {
  mother: Customer
  /** The mother's nine analyses, just reported. */
  checkUp: StagedResult
  /** The mother's ferritin, measured the third time. */
  ferritin: StagedResult
}

/**
 * A mother, her father and her daughter: earlier tests, a check-up for two, an upcoming visit, a sample in the
 * laboratory.
 */
export async function castFamily(shop: ShopUnderTest, at: (part: number) => number): Promise<StagedFamily> {
  const mother = await newCustomer(shop, { email: 'vera@example.com', firstName: 'Vera' })
  await confirmEmail(mother)
  const vera = await addPatient(mother, { firstName: 'Vera', dateOfBirth: '1990-06-02' })
  const maxim = await addPatient(mother, {
    firstName: 'Maxim',
    lastName: 'Kovalev',
    gender: 'M',
    dateOfBirth: '1958-01-20',
  })
  const daria = await addPatient(mother, { firstName: 'Daria', dateOfBirth: '2020-09-11' })
  const earlier = [
    { patientId: vera, months: 26, ferritin: 40 },
    { patientId: vera, months: 9, ferritin: 12.5 },
    { patientId: vera, months: 5, ferritin: 25 },
    { patientId: maxim, months: 24, ferritin: 900 },
    { patientId: maxim, months: 20, ferritin: 300 },
    { patientId: daria, months: 4, ferritin: 31 },
  ]
  const orders: StagedOrder[] = []
  for (const [index, { patientId, months, ferritin }] of earlier.entries()) {
    const order = await placeOrder(mother, patientId, { at: at(index) })
    orders.push(order)
    await payOrder(order)
    const report = { status: 'final', ferritin, isCritical: ferritin === 900 } as const
    await reportFerritin({ customer: mother, order }, { ...report, at: new Date(START - months * MONTH) })
  }
  const checked = await orderTogether(mother, { patientIds: [vera, maxim], codes: CHECK_UP, at: at(6) })
  await reportResults(shop, checked.number)
  const inWork = await placeOrder(mother, daria, { at: at(7) })
  await payOrder(inWork)
  await reportFerritin(
    { customer: mother, order: inWork },
    { status: 'preliminary', ferritin: 30, at: new Date(START) },
  )
  // The next morning, so that the start page counts the hours in which both may still eat.
  await orderTogether(mother, { patientIds: [vera, daria], codes: ['1232'], at: 0.14 })
  const resultOf = ({ number }: StagedOrder) => findResult(mother, { patientId: vera, orderNumber: number })
  return { mother, checkUp: await resultOf(checked), ferritin: await resultOf(orders[2]!) }
}
