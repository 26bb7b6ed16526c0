import { migrateAll } from '@shop/database/migrate'
import type { Database } from '@shop/database/open-database'
import { openPartnerBeside, openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { migrationsOf } from '@shop/server/project-files'
import { servePartners } from '@shop/server/run-partners'
import { Hono } from 'hono'
import { afterAll, beforeAll } from 'vitest'
import { migrateJobs } from '../jobs/jobs.ts'
import { openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { LABORATORY_SCHEMAS } from '../schema.ts'
import type { RequestOptions } from './test-api.ts'

export interface TestPartner {
  database: TestDatabase
  shop: Shop
  /** The address of its main API. */
  root: string
}

export interface TwoPartners {
  /** Uses the schemas without a prefix, as a partner that was alone before. */
  one: TestPartner
  other: TestPartner
  /** Calls an address as an outside client would. */
  ask(address: string, options?: RequestOptions & { method?: string }): Promise<Response>
}

/** Including the storefront's. */
export const ALL_SCHEMAS = [...LABORATORY_SCHEMAS, 'shop']

/** Creates the tables of a partner, as a start does. */
export async function migratePartner(database: Database): Promise<void> {
  await migrateAll(database, ['laboratory-api', 'sandbox', 'storefront'].map(migrationsOf))
  await migrateJobs(database)
}

const nameOf = { one: 'synlab', other: 'vesna' }

async function openPartner(database: TestDatabase, partner: string): Promise<TestPartner> {
  const publicUrl = `http://shop.${partner}.example`
  const root = `${publicUrl}/laboratory-api`
  const settings = {
    partner,
    publicUrl,
    apiPublicUrl: root,
    deskUrl: `http://desk.${partner}.example`,
    labSystemToken: `laboratory-system-token-of-${partner}`,
  }
  const shop = await openShop(database, settings, { from: `post@${partner}.example` })
  return { database, shop, root }
}

/**
 * Two partners of one process and, on PostgreSQL, of one database, distinguished by host. Read its members
 * inside tests.
 */
export function twoPartners(): TwoPartners {
  const house = {} as TwoPartners
  beforeAll(async () => {
    const database = await openTestDatabase()
    house.one = await openPartner(database, nameOf.one)
    house.other = await openPartner(
      await openPartnerBeside(database, { prefix: nameOf.other, names: ALL_SCHEMAS }, migratePartner),
      nameOf.other,
    )
    const served = servePartners(
      [house.one, house.other].map(({ shop, root }) => {
        const { settings } = shop.api.context
        const app = new Hono()
        app.mount('/laboratory-api', shop.api.app.fetch as (request: Request) => Response)
        return {
          partner: settings.partner,
          addresses: [root],
          secrets: settings,
          served: { app, addresses: [], close: async () => {} },
        }
      }),
    )
    house.ask = async (address, { method = 'GET', token, body, headers } = {}) =>
      served.app.request(address, {
        method,
        headers: {
          Host: new URL(address).host,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
  })
  afterAll(async () => {
    // The other partner's schemas are in the database of the first.
    for (const partner of [house.other, house.one]) {
      await partner?.shop.close()
      await partner?.database.close()
    }
  })
  return house
}
