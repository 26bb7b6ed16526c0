import { randomUUID } from 'node:crypto'
import { AUDIT_LINES } from '@shop/contract/staff'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { createStaff, everywhere } from './testing/staff-fixture.ts'

let database: TestDatabase
let shop: Shop
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

test('the audit is searched by kind, action, days and order number, but not by name', async () => {
  const { client, staffId } = await createStaff(shop.api, everywhere('privacy'), everywhere('catalogue'))
  const entry = (at: string, more: Partial<AuditEntryRow>): AuditEntryRow => ({
    id: idOfTime(at),
    at: new Date(at),
    requestId: at,
    actor: 'staff',
    staffId,
    action: 'update',
    kind: 'calendar',
    objectId: '1',
    ...more,
  })
  const { id, number } = await shop.placeOrder(await shop.customer())
  // In Minsk the business day ends at 21:00 UTC.
  await database.queries.insert(auditEntries).values([
    entry('2021-03-04T20:59:00.000Z', {}),
    entry('2021-03-04T21:01:00.000Z', {}),
    entry('2021-03-05T12:00:00.000Z', { action: 'read', kind: 'order', objectId: id }),
    entry('2021-03-05T13:00:00.000Z', { kind: 'offer', objectId: 'analysis 5 laboratory 2' }),
    entry('2021-03-06T12:00:00.000Z', {
      action: 'create',
      kind: 'comingPrice',
      objectId: '7',
      staffId: null,
    }),
  ])
  const found = async (search: Parameters<typeof client.searchAudit>[0]) => {
    const lines = await client.searchAudit({ to: '2021-12-31', ...search })
    return lines.map(({ requestId }) => requestId.slice(5, 16))
  }
  expect(await found({ from: '2021-03-05', to: '2021-03-05' })).toEqual([
    '03-05T13:00',
    '03-05T12:00',
    '03-04T21:01',
  ])
  expect(await found({ kind: 'calendar' })).toEqual(['03-04T21:01', '03-04T20:59'])
  expect(await found({ action: 'update' })).toEqual(['03-05T13:00', '03-04T21:01', '03-04T20:59'])
  expect(await found({ kind: 'offer', action: 'update', staffId })).toEqual(['03-05T13:00'])
  expect(await found({ kind: 'comingPrice', staffId })).toEqual([])
  expect(await found({ objectId: 'analysis 5 laboratory 2' })).toEqual(['03-05T13:00'])
  expect(await found({ objectId: '1', kind: 'offer' })).toEqual([])
  expect(await found({ number })).toEqual(['03-05T12:00'])
  expect(await found({ number, action: 'delete' })).toEqual([])
  expect(await found({ number, objectId: '1' })).toEqual([])
  expect(await found({ number: '99999999' })).toEqual([])
  for (const [field, search] of Object.entries({
    number: { number: 'Ivanova' },
    objectId: { objectId: 'anna@mail.example' },
    kind: { kind: 'nothing' },
    action: { action: 'stole' },
    from: { from: '2021-02-30' },
    to: { from: '2021-03-05', to: '2021-03-04' },
    before: { before: 'first' },
  })) {
    await expect(found(search as Parameters<typeof client.searchAudit>[0]), field).rejects.toMatchObject({
      status: 422,
      errors: [{ path: field }],
    })
  }
})

test('the audit is read page by page, and each line once', async () => {
  const { client, staffId } = await createStaff(shop.api, everywhere('privacy'))
  const times = Array.from({ length: AUDIT_LINES * 2 }, (_, place) =>
    new Date(Date.UTC(2022, 4, 1) + place * 1000).toISOString(),
  )
  await database.queries.insert(auditEntries).values(
    times.map((at) => ({
      id: idOfTime(at),
      at: new Date(at),
      requestId: at,
      actor: 'staff' as const,
      staffId,
      action: 'read' as const,
      kind: 'order' as const,
    })),
  )
  for (const search of [{ kind: 'order' as const }, { staffId }, {}]) {
    const asked = { ...search, from: '2022-05-01', to: '2022-05-02' }
    const first = await client.searchAudit(asked)
    const second = await client.searchAudit({ ...asked, before: first.at(-1)!.id! })
    expect([...first, ...second].map(({ requestId }) => requestId)).toEqual(times.toReversed())
    expect(await client.searchAudit({ ...asked, before: second.at(-1)!.id! })).toEqual([])
  }
})

type AuditEntryRow = typeof auditEntries.$inferInsert

/** A version 7 id as it would have been created at that time. */
function idOfTime(at: string): string {
  const hex = Date.parse(at).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`
}
