import { visitSlotSchema } from '@shop/contract/visits'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { comesHome } from '@shop/domain/laboratory'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../orders/testing/order-fixture.ts'
import { visitSlot } from './tables.ts'

let database: TestDatabase
let shop: Shop
let homeId: number
beforeAll(async () => {
  database = await openTestDatabase()
  shop = await openShop(database)
  const laboratories = shop.api.context.catalogue.current().laboratories.values()
  homeId = laboratories.find((one) => comesHome(one) && one.isOffered)!.id
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

function slots(query: { laboratoryId: number; from?: string; days?: number }) {
  return shop.api.client().visitSlots(query)
}

test('a nurse’s mornings are offered in half hours with four places each, except on Sunday', {
  tags: ['SPEC-9-VISITS-HOURS', 'SPEC-9-VISITS-DAYS'],
}, async () => {
  const week = visitSlotSchema
    .array()
    .parse(await slots({ laboratoryId: homeId, from: '2040-03-06', days: 7 }))
  expect(week).toHaveLength(6 * 8)
  expect(week[0]).toEqual({ start: '2040-03-06T07:30:00+03:00', end: '2040-03-06T08:00:00+03:00', free: 4 })
  expect(week.some(({ start }) => start.startsWith('2040-03-11'))).toBe(false)
})

test('a nurse for tomorrow can be ordered until seven in the evening', {
  tags: ['SPEC-9-VISITS-CUT-OFF'],
}, async () => {
  const { clock } = shop
  const [before, after] = [new Date('2040-03-05T15:59:59Z'), new Date('2040-03-05T16:00:00Z')]
  const tomorrow = { laboratoryId: homeId, from: '2040-03-06', days: 1 }
  const now = clock.now
  clock.now = before
  expect(await slots(tomorrow)).toHaveLength(8)
  clock.now = after
  expect(await slots(tomorrow)).toEqual([])
  clock.now = now
})

test('a branch can be ordered from an hour ahead, in quarters of an hour with two places each', async () => {
  const today = await slots({ laboratoryId: 1, days: 1 })
  expect(today[0]).toEqual({ start: '2040-03-05T10:00:00+03:00', end: '2040-03-05T10:15:00+03:00', free: 2 })
})

test('an order takes a place, and cancelling it frees the place', async () => {
  const customer = await shop.customer()
  const start = '2040-03-08T09:00:00+03:00'
  const free = async () =>
    (await slots({ laboratoryId: 1, from: '2040-03-08', days: 1 })).find((slot) => slot.start === start)?.free
  const { id } = await shop.placeOrder(customer, { visit: { kind: 'branch', start } })
  expect(await free()).toBe(1)
  await shop.placeOrder(customer, { visit: { kind: 'branch', start } })
  expect(await free()).toBe(0)
  await customer.client.cancelOrder(id)
  expect(await free()).toBe(1)
})

test('the list needs one statement', async () => {
  expect(await database.statementsOf(() => slots({ laboratoryId: 1, days: 31 }))).toHaveLength(1)
})

test('the next free time of every laboratory is the first free one of its list, all in one statement', async () => {
  const client = shop.api.client()
  let times: Awaited<ReturnType<typeof client.nextFreeTimes>> = []
  expect(
    await database.statementsOf(async () => {
      times = await client.nextFreeTimes()
    }),
  ).toHaveLength(1)
  const offered = [...shop.api.context.catalogue.current().laboratories.values()].filter(
    ({ isOffered }) => isOffered,
  )
  expect(times.map(({ laboratoryId }) => laboratoryId)).toEqual(offered.map(({ id }) => id))
  for (const laboratoryId of [1, homeId]) {
    const first = (await slots({ laboratoryId, days: 31 })).find(({ free }) => free > 0)
    expect(times.find((time) => time.laboratoryId === laboratoryId)?.start).toBe(first?.start)
  }
})

test('the next free time comes after any number of full and closed days; without a free time there is none', async () => {
  const next = async (id: number) =>
    (await shop.api.client().nextFreeTimes()).find(({ laboratoryId }) => laboratoryId === id)?.start
  const fill = (laboratoryId: number, filled: readonly { start: string }[]) =>
    database.queries
      .insert(visitSlot)
      .values(filled.map(({ start }) => ({ laboratoryId, start: new Date(start), taken: 2 })))
      .onConflictDoNothing()
  const all = await slots({ laboratoryId: 2, days: 31 })
  // Four days, found in the third round.
  const later = all.findIndex(({ start }) => start.startsWith('2040-03-09'))
  await fill(2, all.slice(0, later + 1))
  expect(await next(2)).toBe(all[later + 1]?.start)
  await fill(2, all)
  expect(await next(2)).toBeNull()
  // No order took these places.
  await database.queries.delete(visitSlot).where(and(eq(visitSlot.laboratoryId, 2), eq(visitSlot.taken, 2)))
})

test('an unknown laboratory and an impossible range are refused', async () => {
  await expect(slots({ laboratoryId: 4711 })).rejects.toMatchObject({
    status: 422,
    code: 'unknown_laboratory',
  })
  await expect(slots({ laboratoryId: 1, days: 90 })).rejects.toMatchObject({ status: 422 })
  await expect(slots({ laboratoryId: 1, from: '2040-02-30' })).rejects.toMatchObject({ status: 422 })
})
