import { createMainApiClient } from '@shop/contract/main-api-client'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import type { Gender } from '@shop/domain/gender'
import {
  type Customer,
  type Shop as Laboratory,
  openShop,
} from '@shop/laboratory-api/orders/testing/order-fixture'
import { ownServerProof } from '@shop/server/own-server'
import { pino } from 'pino'
import { createShopMemory } from '../../app/platform/cache/shop-memory.server.ts'
import type { Shop, ShopServices } from '../../app/platform/session/shop-context.server.ts'
import type { PublicEnv } from '../../settings.ts'
import { createCookieJar } from '../cookie-jar.ts'

const ROOT = 'http://api.test'
export const BRANCH = 1
export const HOME_LABORATORY = 21

export interface TestStorefront {
  database: TestDatabase
  /** The real main API with the demo catalogue, a payment provider and a clock. */
  laboratory: Laboratory
  /** A confirmed account with one patient, Anna, a woman born in 1990. */
  customer(): Promise<Customer>
  /** Adds another patient to the account and returns the id. */
  patient(customer: Customer, firstName: string, gender: Gender, dateOfBirth: string): Promise<string>
  /** The shop as one request sees it: a guest's, or a customer's. */
  shopOf(customer?: Pick<Customer, 'token'>, overrides?: Partial<Shop>): Shop
  /** Id of an analysis by its code in the demo catalogue. */
  analysisId(code: string): number
  close(): Promise<void>
}

/**
 * The storefront's use cases over the real main API in this process, on the engine under test. Must be closed with
 * `close`.
 */
export async function openTestStorefront(): Promise<TestStorefront> {
  const database = await openTestDatabase()
  const laboratory = await openShop(database)
  const { app } = laboratory.api
  const now = () => laboratory.clock.now
  const services: ShopServices = {
    publicUrl: 'http://shop.example',
    env: { partner: 'synlab', defaultLocale: 'en' } as PublicEnv,
    businessTimeZone: 'Europe/Minsk',
    paymentPageHosts: [new URL(laboratory.bepaid.url).host],
    ownSecrets: laboratory.api.context.settings,
    database,
    logger: pino({ level: 'silent' }),
    now,
    memory: createShopMemory(now),
    createApi: (options) =>
      createMainApiClient({
        root: ROOT,
        fetch: async (input, init) => app.request(input, init),
        ownServerProof: () => ownServerProof(laboratory.api.context.settings.clientAddressSecret),
        ...options,
      }),
  }
  return {
    database,
    laboratory,
    customer: () => laboratory.customer(),
    async patient(customer, firstName, gender, dateOfBirth) {
      const created = await laboratory.api.createPatient(customer, { firstName, gender, dateOfBirth })
      return created.id
    },
    shopOf(customer, overrides = {}) {
      const token = customer?.token
      return {
        ...services,
        requestId: 'test',
        nonce: 'test',
        locale: 'en',
        token,
        cartStorageId: undefined,
        activeLaboratoryId: String(BRANCH),
        cookieAccepted: true,
        isAnswer: false,
        clientAddress: '127.0.0.1',
        userAgent: undefined,
        api: services.createApi({ locale: 'en', ...(token ? { token } : {}) }),
        cookies: createCookieJar(undefined, false),
        ...overrides,
      }
    },
    analysisId: (code) => laboratory.api.context.catalogue.current().analysesByCode.get(code)!.id,
    async close() {
      await laboratory.close()
      await database.close()
    },
  }
}
