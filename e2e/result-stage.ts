// An order of ferritin and its result, for the tests of results.
import type { Browser, Page } from '@playwright/test'
import { ALANINE, reportAlanine, reportFerritin } from './laboratory-system.ts'
import {
  addPatient,
  type Customer,
  confirmEmail,
  findResult,
  logInAs,
  newCustomer,
  payOrder,
  placeOrder,
  type StagedOrder,
  type StagedResult,
  settleIn,
} from './stage.ts'
import type { ShopUnderTest } from './visitor.ts'

export interface OrderedFerritin {
  customer: Customer
  patientId: string
  order: StagedOrder
}

/** Paths of the pages on which a result is read. */
export interface ResultPaths {
  people: string
  person: string
  result: string
}

type Found = OrderedFerritin & { result: StagedResult; paths: ResultPaths }

interface Wanted {
  dateOfBirth?: string | undefined
  /** Orders another analysis too. */
  withAlanine?: boolean
}

export async function orderedFerritin(
  shop: ShopUnderTest,
  { dateOfBirth, withAlanine = false }: Wanted = {},
): Promise<OrderedFerritin> {
  const customer = await newCustomer(shop)
  await confirmEmail(customer)
  const patientId = await addPatient(customer, dateOfBirth ? { dateOfBirth } : {})
  const order = await placeOrder(customer, patientId, withAlanine ? { otherCode: ALANINE, total: 30.6 } : {})
  await payOrder(order)
  return { customer, patientId, order }
}

async function found(ordered: OrderedFerritin): Promise<Found> {
  const { customer, patientId, order } = ordered
  const result = await findResult(customer, { patientId, orderNumber: order.number, name: 'Ferritin' })
  const people = `/test-results/${result.testResultId}/patients`
  const person = `${people}/${patientId}`
  const paths = { people, person, result: `${person}/analysis-results/${result.analysisResultId}` }
  return { ...ordered, result, paths }
}

/** The order's other analysis is reported, ferritin is still pending. */
export async function awaitedFerritin(shop: ShopUnderTest): Promise<Found> {
  const ordered = await orderedFerritin(shop, { withAlanine: true })
  await reportAlanine(ordered)
  return found(ordered)
}

interface Reported {
  ferritin?: number
  isCritical?: boolean
  dateOfBirth?: string
}

export async function reportedFerritin(
  shop: ShopUnderTest,
  { ferritin = 12.5, isCritical = false, dateOfBirth }: Reported = {},
): Promise<Found> {
  const ordered = await orderedFerritin(shop, { dateOfBirth })
  await reportFerritin(ordered, { status: 'final', ferritin, isCritical })
  return found(ordered)
}

interface Reader {
  shop: ShopUnderTest
  customer?: Customer
  scripts?: boolean
}

/** A page in the browser of a customer, or of a person without an account. */
export async function readerOf(browser: Browser, { shop, customer, scripts = true }: Reader): Promise<Page> {
  const permissions = ['clipboard-read', 'clipboard-write']
  const context = await browser.newContext({ javaScriptEnabled: scripts, baseURL: shop.url, permissions })
  await settleIn(context, shop)
  if (customer) await logInAs(context, customer)
  return context.newPage()
}

export const main = (page: Page) => page.getByRole('main')
