import { plainWeek } from '@shop/domain/laboratory-calendar'
import { expect, test } from 'vitest'
import { paidOrder } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { remindOfVisits } from '../orders/remind-of-visits.ts'
import { BRANCH_ID } from '../orders/testing/order-fixture.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { changeWhileLocked } from '../testing/change-while-locked.ts'
import { holdCalendar } from '../visits/calendar-store.ts'

const house = laboratoryOfFile()
const reception = () => createStaff(house.shop.api, everywhere('reception'))
const WHOLE_DAY = { fromTime: null, toTime: null }

const timesOn = async (date: string, laboratoryId = BRANCH_ID) =>
  (await house.shop.api.client().visitSlots({ laboratoryId, from: date, days: 1 })).map(
    ({ start, free }) => ({
      time: start.slice(11, 16),
      free,
    }),
  )

async function orderAt(start: string) {
  const customer = await house.shop.customer()
  const visit = { kind: 'branch' as const, start }
  return { customer, ...(await paidOrder(house.shop, house.laboratory, customer, { visit })) }
}

test('a calendar that was never changed has the catalogue’s hours and the usual places', async () => {
  const { client } = await reception()
  const calendar = await client.deskCalendar(3, { from: '2040-03-06' })
  expect(calendar).toMatchObject({ version: 0, closures: [], displaced: [], from: '2040-03-06' })
  expect(calendar.week.monday?.capacity).toEqual([{ from: calendar.week.monday?.open, places: 2 }])
  expect(calendar.times[0]).toMatchObject({ date: '2040-03-06', places: 2, taken: 0 })
  expect(new Set(calendar.times.map(({ date }) => date)).size).toBeLessThanOrEqual(7)
})

test('changed hours and places by time of day are offered to patients immediately', async () => {
  const { client } = await reception()
  const { week } = await client.deskCalendar(2)
  const tuesday = {
    open: '09:00',
    close: '11:00',
    capacity: [
      { from: '09:00', places: 1 },
      { from: '10:00', places: 0 },
      { from: '10:30', places: 5 },
    ],
  }
  const change = { kind: 'week' as const, week: { ...week, tuesday } }
  await client.changeCalendar(2, { version: 0, change, knownOrderIds: [] })
  expect(await timesOn('2040-03-06', 2)).toEqual([
    { time: '09:00', free: 1 },
    { time: '09:15', free: 1 },
    { time: '09:30', free: 1 },
    { time: '09:45', free: 1 },
    { time: '10:30', free: 5 },
    { time: '10:45', free: 5 },
  ])
  const laboratory = await house.shop.api.client().laboratory(2)
  expect(laboratory.openingHours.tuesday).toEqual({ open: '09:00', close: '11:00' })
})

test('closing a day first lists the visits it displaces, with other times; once they are acknowledged, it is closed', async () => {
  const { client } = await reception()
  const { id, number, customer } = await orderAt('2040-03-13T09:00:00+03:00')
  const { version } = await client.deskCalendar(BRANCH_ID)
  const change = {
    kind: 'close' as const,
    firstDay: '2040-03-13',
    lastDay: '2040-03-13',
    ...WHOLE_DAY,
    reason: 'Stock-taking',
  }
  const body = { version, change, knownOrderIds: [] as string[] }
  const refused = await house.shop.api.request('POST', `/staff/laboratories/${BRANCH_ID}/calendar`, {
    token: (await reception()).token,
    body,
  })
  expect(refused.status).toBe(409)
  const { code, visits } = (await refused.json()) as { code: string; visits: { otherTimes: string[] }[] }
  expect(code).toBe('visits_lose_place')
  expect(visits).toEqual([
    expect.objectContaining({ orderId: id, number, start: '2040-03-13T09:00:00+03:00' }),
  ])
  expect(visits[0]!.otherTimes).toHaveLength(3)
  expect(visits[0]!.otherTimes.some((time) => time.startsWith('2040-03-13'))).toBe(false)
  expect(await timesOn('2040-03-13')).not.toEqual([])

  await client.changeCalendar(BRANCH_ID, { ...body, knownOrderIds: [id] })
  expect(await timesOn('2040-03-13')).toEqual([])
  const { displaced } = await client.deskCalendar(BRANCH_ID)
  expect(displaced.map(({ orderId }) => orderId)).toEqual([id])
  const late = house.shop.placeOrder(customer, {
    visit: { kind: 'branch', start: '2040-03-13T09:15:00+03:00' },
  })
  await expect(late).rejects.toMatchObject({ status: 422, code: 'visit_day_off' })

  // The evening before: no reminder goes to a patient who would find the door closed.
  const { clock } = house.shop
  const { now } = clock
  clock.now = new Date('2040-03-12T14:00:00Z')
  expect(await remindOfVisits(house.shop.api.context)).toBe(0)
  // The session from the morning has expired by then.
  const evening = (await reception()).client
  const { closures, version: closed } = await evening.deskCalendar(BRANCH_ID)
  const reopen = {
    kind: 'reopen' as const,
    closureId: closures.find(({ firstDay }) => firstDay === '2040-03-13')!.id,
  }
  await evening.changeCalendar(BRANCH_ID, { version: closed, change: reopen, knownOrderIds: [] })
  expect(await remindOfVisits(house.shop.api.context)).toBe(1)
  clock.now = now
  expect((await client.deskCalendar(BRANCH_ID)).displaced).toEqual([])
})

test('no reminder goes out for a day that new weekly hours have closed, until it is open again', async () => {
  const { client } = await reception()
  const { id } = await orderAt('2040-03-21T09:00:00+03:00')
  const { week, version } = await client.deskCalendar(BRANCH_ID)
  const changeTo = (wednesday: typeof week.wednesday) => ({
    change: { kind: 'week' as const, week: { ...week, wednesday } },
    knownOrderIds: [id],
  })
  await client.changeCalendar(BRANCH_ID, { version, ...changeTo(null) })
  const { clock } = house.shop
  const { now } = clock
  clock.now = new Date('2040-03-20T14:00:00Z')
  expect(await remindOfVisits(house.shop.api.context)).toBe(0)
  // The session from the morning has expired by then.
  const evening = (await reception()).client
  const late = { ...week.wednesday!, open: '09:15', capacity: [{ from: '09:15', places: 2 }] }
  await evening.changeCalendar(BRANCH_ID, { version: version + 1, ...changeTo(late) })
  expect(await remindOfVisits(house.shop.api.context)).toBe(0)
  await evening.changeCalendar(BRANCH_ID, { version: version + 2, ...changeTo(week.wednesday) })
  expect(await remindOfVisits(house.shop.api.context)).toBe(1)
  clock.now = now
})

test('results are ready a day later for each day on which the laboratory is closed', async () => {
  const { client } = await reception()
  const { id, customer } = await orderAt('2040-03-15T09:00:00+03:00')
  const before = await customer.client.order(id)
  const change = {
    kind: 'close' as const,
    firstDay: '2040-03-16',
    lastDay: '2040-03-19',
    ...WHOLE_DAY,
    reason: 'Flood',
  }
  const { version } = await client.deskCalendar(BRANCH_ID)
  await client.changeCalendar(BRANCH_ID, { version, change, knownOrderIds: [] })
  const after = await customer.client.order(id)
  // Friday to Monday: three working days, since Sunday is not one.
  const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
  expect(days(before.readyDate!, after.readyDate!)).toBeGreaterThanOrEqual(3)
  const { closures } = await house.shop.api.client().laboratory(BRANCH_ID)
  expect(closures).toContainEqual({ firstDay: '2040-03-16', lastDay: '2040-03-19', ...WHOLE_DAY })
  expect(JSON.stringify(closures)).not.toContain('Flood')
})

test('public holidays of the country are proposed, and staff decide to close or stay open', async () => {
  const { client } = await reception()
  const { holidays, version } = await client.deskCalendar(4)
  const victory = holidays.find(({ date }) => date === '2040-05-09')
  const labour = holidays.find(({ date }) => date === '2040-05-01')
  expect(labour).toBeDefined()
  const decide = (of: typeof labour, isOpen: boolean) => ({ kind: 'holiday' as const, isOpen, ...of! })
  await client.changeCalendar(4, { version, change: decide(labour, false), knownOrderIds: [] })
  await client.changeCalendar(4, { version: version + 1, change: decide(victory, true), knownOrderIds: [] })
  const decided = await client.deskCalendar(4)
  expect(decided.closures).toEqual([
    expect.objectContaining({ firstDay: '2040-05-01', holiday: '2040-05-01', reason: labour!.name }),
  ])
  const left = decided.holidays.map(({ date }) => date)
  expect(left).not.toContain('2040-05-01')
  expect(left).not.toContain('2040-05-09')
  expect(left.length).toBe(holidays.length - 2)
})

test('of two people changing one calendar the second sees who was first, even if it had never been changed before', async () => {
  const [one, other] = [await reception(), await reception()]
  const { week } = await one.client.deskCalendar(5)
  const change = { kind: 'week' as const, week: { ...week, sunday: null } }
  const body = { version: 0, change, knownOrderIds: [] }
  const both = await Promise.allSettled([
    one.client.changeCalendar(5, body),
    other.client.changeCalendar(5, body),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(other.client.changeCalendar(5, body)).rejects.toMatchObject({
    code: 'stale_write',
    body: { version: 1, changed: { by: 'Olga Novik', change: 'calendar' } },
  })
})

test('of an order and a concurrent closure of its time, only one succeeds', async () => {
  const { client } = await reception()
  const customer = await house.shop.customer()
  const { version } = await client.deskCalendar(BRANCH_ID)
  const change = {
    kind: 'close' as const,
    firstDay: '2040-03-27',
    lastDay: '2040-03-27',
    ...WHOLE_DAY,
    reason: 'Holiday of the house',
  }
  const [closed, ordered] = await Promise.allSettled([
    client.changeCalendar(BRANCH_ID, { version, change, knownOrderIds: [] }),
    house.shop.placeOrder(customer, { visit: { kind: 'branch', start: '2040-03-27T09:00:00+03:00' } }),
  ])
  expect([closed.status, ordered.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
})

test('the first change of a calendar waits for orders that have read it, too', async () => {
  const { client } = await reception()
  const { catalogue, settings } = house.shop.api.context
  const laboratory = catalogue.current().laboratories.get(6)!
  let isChanged = false
  const day = { firstDay: '2040-03-27', lastDay: '2040-03-27', ...WHOLE_DAY }
  const change = { kind: 'close' as const, ...day, reason: 'Holiday of the house' }
  const outcome = await changeWhileLocked(house.database, {
    lock: (queries) => holdCalendar(queries, settings, laboratory),
    async act() {
      await client.changeCalendar(6, { version: 0, change, knownOrderIds: [] })
      isChanged = true
    },
    change: async () => expect(isChanged).toBe(false),
  })
  expect(outcome).toMatchObject({ status: 'fulfilled' })
})

test('another laboratory’s calendar is not found, and invalid input is reported field by field', async () => {
  const { client } = await createStaff(house.shop.api, { role: 'reception', laboratoryIds: [2] })
  await expect(client.deskCalendar(BRANCH_ID)).rejects.toMatchObject({ status: 404 })
  const { week, version } = await client.deskCalendar(2)
  const send = (change: object) =>
    client.changeCalendar(2, { version, change: change as never, knownOrderIds: [] })
  const close = { kind: 'close', firstDay: '2040-03-13', lastDay: '2040-03-13', ...WHOLE_DAY, reason: 'x y' }
  for (const wrong of [
    { ...close, lastDay: '2040-03-12' },
    { ...close, lastDay: '9999-12-31' },
    { ...close, fromTime: '09:00' },
    { ...close, fromTime: '10:00', toTime: '09:00' },
    { ...close, reason: '' },
    { kind: 'week', week: { ...week, monday: { open: '10:00', close: '09:00', capacity: [] } } },
    { kind: 'week', week: plainWeek({ ...week, monday: { open: '08:00', close: '09:00' } }, -1) },
    { kind: 'nothing' },
  ]) {
    await expect(send(wrong)).rejects.toMatchObject({ status: 422, code: 'invalid_fields' })
  }
  const gone = send({ kind: 'reopen', closureId: crypto.randomUUID() })
  await expect(gone).rejects.toMatchObject({ status: 404 })
})
