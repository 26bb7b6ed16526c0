import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Registration } from '@shop/contract/accounts'
import { type CreateOrder, DEFAULT_FEEDBACK } from '@shop/contract/orders'
import type { Database } from '@shop/database/open-database'
import { calculateCart } from '@shop/domain/calculate-cart'
import { toWire } from '@shop/domain/money'
import { projectFiles } from '@shop/server/project-files'
import { eq } from 'drizzle-orm'
import { users } from '../../accounts/tables.ts'
import type { LaboratoryApiSettings } from '../../api-settings.ts'
import { assortmentForCart } from '../../catalogue/cart-assortment.ts'
import { importCatalogueIfEmpty } from '../../catalogue/import/import-catalogue.ts'
import { type BepaidServer, startBepaidServer } from '../../payments/testing/bepaid-server.ts'
import { createClock, type TestClock } from '../../testing/clock.ts'
import { createTestApi, type TestApi, type TestUser } from '../../testing/test-api.ts'
import { cartOf } from '../order-request.ts'

/** The address of a home visit. */
export const HOME_ADDRESS = {
  locality: 'Минск',
  street: 'проспект Независимости',
  houseNumber: '95к3',
  entranceNumber: '2',
  floorNumber: '4',
  apartmentNumber: '48',
  addressNotes: 'The bell does not ring.',
}

/** A Monday, 09:00 in Minsk. Later than the clock of any machine that runs this, so that no job starts on its own. */
export const MONDAY = new Date('2040-03-05T06:00:00Z')
export const BRANCH_ID = 1
export const MINUTE = 60_000

export interface Shop {
  api: TestApi
  bepaid: BepaidServer
  clock: TestClock
  /** A confirmed account with one patient, both with this name. */
  customer(named?: Partial<PersonName>): Promise<Customer>
  /** The smallest order of a customer at a branch, with the correct total; overrides replace parts of it. */
  orderOf(customer: Customer, overrides?: Partial<CreateOrder>): CreateOrder
  /** Sends it with its own key. */
  placeOrder(
    customer: Customer,
    overrides?: Partial<CreateOrder>,
  ): Promise<{ id: string; number: string; redirectUrl: string; token: string }>
  /** Hands a notification of the provider to the API. */
  notify(
    notification: { headers: Record<string, string>; body: string },
    provider?: 'bepaid' | 'stripe',
  ): Promise<Response>
  close(): Promise<void>
}

type PersonName = Pick<Registration, 'firstName' | 'lastName' | 'email'>

export interface Customer extends TestUser {
  patientId: string
}

/** The main API with the demo catalogue, a payment provider that speaks the real protocol, and its own clock. */
export async function openShop(
  database: Database,
  settings: Partial<LaboratoryApiSettings> = {},
  mail: Partial<LaboratoryApiSettings['mail']> = {},
): Promise<Shop> {
  await importCatalogueIfEmpty({ database, folder: join(projectFiles, 'catalogue') })
  const bepaid = await startBepaidServer()
  const clock = createClock(MONDAY, MINUTE)
  const api = await createTestApi({
    database,
    now: () => clock.now,
    mail,
    settings: {
      publicUrl: 'http://shop.example',
      apiPublicUrl: 'http://shop.example/laboratory-api',
      payment: bepaid.settings,
      ...settings,
    },
  })
  let orders = 0
  const shop: Shop = {
    api,
    bepaid,
    clock,
    async customer({ email, ...name } = {}) {
      const user = await api.registerUser({ ...name, ...(email ? { email } : {}) })
      await database.queries
        .update(users)
        .set({ emailConfirmedAt: clock.now })
        .where(eq(users.id, user.user.id))
      const patient = await api.createPatient(user, name)
      return { ...user, patientId: patient.id }
    },
    // A different time for each order.
    orderOf: (customer, overrides = {}) => orderOf(api, customer, slotAt(orders++), overrides),
    async placeOrder(customer, overrides = {}) {
      const created = await customer.client.createOrder(shop.orderOf(customer, overrides), randomUUID())
      return { ...created, token: pageToken(created.redirectUrl) }
    },
    notify: ({ headers, body }, provider = 'bepaid') =>
      api.request('POST', `/payments/${provider}/notifications`, { headers, body }),
    async close() {
      await api.close()
      await bepaid.close()
    },
  }
  return shop
}

/** The provider's token of a payment page: bePaid has it in the query, Stripe in the path. */
export function pageToken(redirectUrl: string): string {
  const { searchParams, pathname } = new URL(redirectUrl)
  return searchParams.get('token') ?? pathname.split('/').at(-1) ?? ''
}

/** The n-th time for a visit, from Tuesday 09:00 on: sixteen a day. */
function slotAt(index: number): string {
  const first = Date.parse('2040-03-06T06:00:00Z')
  const day = Math.floor(index / 16) % 28
  const quarter = index % 16
  return new Date(first + day * 24 * 60 * MINUTE + quarter * 15 * MINUTE).toISOString()
}

function orderOf(
  api: TestApi,
  customer: Customer,
  start: string,
  overrides: Partial<CreateOrder>,
): CreateOrder {
  const request: CreateOrder = {
    laboratoryId: BRANCH_ID,
    patients: [
      {
        patientId: customer.patientId,
        analysisIds: [analysisId(api, '1001')],
        optionalMaterials: {},
        pregnant: false,
      },
    ],
    visit: { kind: 'branch', start },
    feedback: { ...DEFAULT_FEEDBACK, usePhone: false },
    expectedTotal: { price: 0, currency: 'BYN' },
    ...overrides,
  }
  return { ...request, expectedTotal: overrides.expectedTotal ?? totalOf(api, request) }
}

/** Id of an analysis of the demo catalogue by its code. */
export function analysisId(api: TestApi, code: string): number {
  return api.context.catalogue.current().analysesByCode.get(code)!.id
}

function totalOf({ context }: TestApi, request: CreateOrder) {
  const snapshot = context.catalogue.current()
  const region =
    request.visit.kind === 'homeCall'
      ? snapshot.callableRegions.get(request.visit.callableRegionId)
      : undefined
  const assortment = assortmentForCart({ snapshot, laboratoryId: request.laboratoryId, locale: 'en' })
  if (!assortment) return { price: 0, currency: 'BYN' as const }
  const patients = request.patients.map(({ patientId }) => ({
    id: patientId,
    gender: 'FEMALE' as const,
    dateOfBirth: '1990-04-12',
  }))
  const { orderTotal } = calculateCart({
    cart: cartOf(request),
    patients,
    assortment,
    onDate: request.visit.start.slice(0, 10),
    deliveryPrice: region?.price ?? null,
  })
  return toWire(orderTotal)
}
