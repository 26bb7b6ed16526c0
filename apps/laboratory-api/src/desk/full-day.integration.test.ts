import { DAY_VISITS } from '@shop/contract/desk-day'
import { eq, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paidOrder } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { orders } from '../orders/tables.ts'
import { BRANCH_ID } from '../orders/testing/order-fixture.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'

const house = laboratoryOfFile()
/** The day of the first visits that the fixture orders. */
const DAY = '2040-03-06'

test('a day with more visits than it lists counts them all, by state, at the place and late ones too', {
  tags: ['slow'],
}, async () => {
  const { shop, laboratory, database } = house
  const order = async () => paidOrder(shop, laboratory, await shop.customer())
  const [first, other, missed] = [await order(), await order(), await order()]
  const reception = async () => (await createStaff(shop.api, everywhere('reception'))).client
  const client = await reception()
  await client.arriveAtVisit(other.id, { version: 0, identityChecked: true })
  await client.missVisit(missed.id, { version: 0 })
  const places = sql`
    update laboratory.visit_slot slot set taken = (select count(*) from laboratory.customer_order o
      where o.laboratory_id = slot.laboratory_id and o.visit_start = slot.start)`
  const [{ serial, number, ...copied } = {} as never] = await database.queries
    .select()
    .from(orders)
    .where(eq(orders.id, first.id))
  const copies = Array.from({ length: DAY_VISITS }, (_, copy) => ({
    ...copied,
    id: crypto.randomUUID(),
    idempotencyKey: `copy ${copy}`,
  }))
  await database.queries.insert(orders).values(copies)
  await database.queries.execute(places)

  const day = await client.deskVisits({ date: DAY })
  expect(day.visits).toHaveLength(DAY_VISITS)
  const counts = { expected: DAY_VISITS + 1, arrived: 1, missed: 1, done: 0, late: 0 }
  expect(day.counts).toEqual(counts)
  expect((await client.deskVisits({ date: DAY, laboratoryId: BRANCH_ID })).counts).toEqual(counts)
  const none = { expected: 0, arrived: 0, missed: 0, done: 0, late: 0 }
  expect((await client.deskVisits({ date: DAY, laboratoryId: BRANCH_ID + 1 })).counts).toEqual(none)
  shop.clock.now = new Date(`${DAY}T20:00:00Z`)
  const inTheEvening = await (await reception()).deskVisits({ date: DAY })
  expect(inTheEvening.counts).toEqual({ ...counts, late: DAY_VISITS + 1 })

  await database.queries.delete(orders).where(like(orders.idempotencyKey, 'copy %'))
  await database.queries.execute(places)
})
