import { openPlanReader, type PlanReader, type Statement } from '@shop/database/testing/read-plans'
import type { Customer } from '@shop/laboratory-api/orders/testing/order-fixture'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { addToCart } from '../app/cart/add-to-cart.server.ts'
import { getCart } from '../app/cart/encode-cart.server.ts'
import { removeAnalysis, resetCart } from '../app/cart/remove-from-cart.server.ts'
import { setFeedback } from '../app/checkout/order-details.server.ts'
import { formOwnerOf, keepFormForLogin, keptForm } from '../app/platform/forms/form-draft.server.ts'
import { FORM_OWNER } from '../app/platform/forms/form-draft.ts'
import { forgetPersonalRecords, personalRecordsOf } from '../app/platform/records/personal-records.server.ts'
import { sweepRecords } from '../app/platform/records/sweep-records.server.ts'
import { openTestStorefront, type TestStorefront } from './testing/open-test-storefront.ts'

// Carts and drafts of twenty thousand people: queries on the storefront's own table must not cost more with them.
const OWNERS = 20_000
const LIMITS = { rows: 2000, blocks: 8000 }
const FERRITIN = '1252'

describe.skipIf(inject('engine') === 'embedded')("among other people's carts", () => {
  let storefront: TestStorefront
  let plans: PlanReader
  let anna: Customer

  beforeAll(async () => {
    storefront = await openTestStorefront()
    const { database, laboratory } = storefront
    const now = laboratory.clock.now.toISOString()
    await database.queries.execute(sql`
      insert into shop.documents (key, collection, owner, version, body, created_at, updated_at)
      select collection || '/' || id, collection, id, 1, jsonb_build_object('items', repeat('x', 300)), at, at
      from (select gen_random_uuid()::text as id, ${now}::timestamptz - n * interval '20 minutes' as at
        from generate_series(1, ${OWNERS}::int) n) people,
        (values ('/storage/synlab/carts'), ('/storage/synlab/order-details')) each (collection)`)
    anna = await laboratory.customer()
    plans = await openPlanReader(database.url!, LIMITS)
  })
  afterAll(async () => {
    await plans.close()
    await storefront.close()
  })

  async function faultsOf(name: string, work: () => Promise<unknown>): Promise<string[]> {
    const statements: Statement[] = []
    await storefront.database.watch((text, parameters) => statements.push({ text, parameters }), work)
    const own = statements.filter(({ text }) => /"shop"\."documents"/.test(text))
    expect(own.length, name).toBeGreaterThan(0)
    return plans.findFaults(name, own)
  }

  test('a cart, a draft and a kept form are found by owner and key', async () => {
    const shop = storefront.shopOf(anna)
    const analysisId = storefront.analysisId(FERRITIN)
    const patientId = anna.patientId
    const form = { [FORM_OWNER]: formOwnerOf(anna.user.id), street: 'Niezalezhnasci' }
    const works: [string, () => Promise<unknown>][] = [
      ['add', () => addToCart({ shop, analysisId, patientIds: [patientId] })],
      ['look', () => getCart({ shop })],
      ['visit', () => setFeedback({ shop, feedback: { useEmail: true, usePhone: false, contactPhone: '' } })],
      ['remove', () => removeAnalysis({ shop, analysisId })],
      ['reset', () => resetCart({ shop })],
      ['keep a form', () => keepFormForLogin(shop, '/login?pathnameToReturn=/patients/new', form)],
      ['find a form', () => keptForm(shop, new URL('http://shop.example/patients/new?kept=1'))],
      ['export', async () => await personalRecordsOf(storefront.database.queries, anna.user.id)],
      ['erase', () => forgetPersonalRecords(storefront.database.queries, [anna.user.id])],
    ]
    const found: string[] = []
    for (const [name, work] of works) found.push(...(await faultsOf(name, work)))
    expect(found).toEqual([])
  })

  test('the hourly sweep deletes old records in batches, and no statement reads the whole table', async () => {
    const { database, laboratory, shopOf } = storefront
    const { createApi } = shopOf(anna)
    const now = () => laboratory.clock.now
    await database.queries.execute(
      sql`delete from shop.documents where updated_at < ${new Date(now().getTime() - 365 * 86_400_000).toISOString()}`,
    )
    expect(await faultsOf('sweep', () => sweepRecords({ database, createApi, now }))).toEqual([])
  })
})
