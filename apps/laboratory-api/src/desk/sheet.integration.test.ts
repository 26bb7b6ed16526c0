import { and, eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { analysisId, HOME_ADDRESS } from '../orders/testing/order-fixture.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'

const house = laboratoryOfFile()
const HOME_LABORATORY = 21
const DAY = '2040-03-07'
const NONE = { expected: 0, arrived: 0, missed: 0, done: 0, late: 0 }
let half = 0

const staff = (role: Parameters<typeof everywhere>[0]) => createStaff(house.shop.api, everywhere(role))
const nurse = () => staff('homeVisits')

/** A paid home visit on the day, each half an hour after the previous one. */
async function paidCall(codes = ['1002'], callableRegionId = 1) {
  const { shop } = house
  const customer = await shop.customer()
  const { id, number, token } = await shop.placeOrder(customer, {
    laboratoryId: HOME_LABORATORY,
    patients: [
      {
        patientId: customer.patientId,
        analysisIds: codes.map((code) => analysisId(shop.api, code)),
        optionalMaterials: {},
        pregnant: false,
      },
    ],
    visit: {
      kind: 'homeCall',
      start: new Date(Date.parse(`${DAY}T04:30:00Z`) + half++ * 30 * 60_000).toISOString(),
      callableRegionId,
      phone: '+375 29 111-22-33',
      address: HOME_ADDRESS,
    },
  })
  shop.bepaid.conclude(token, 'successful')
  await shop.notify(shop.bepaid.notification(token))
  return { id, number, customer }
}

test('the nurse’s sheet has the address, the notes, the people and their tubes in the order of draw, and no branch visits', async () => {
  // Lavender, blue and yellow caps, in the order of the tests.
  const { id, number, customer } = await paidCall(['1002', '1101', '1201'])
  const { client } = await nurse()
  await client.addOrderNote(id, { text: 'A dog.' })
  const { date, visits } = await client.visitSheet({ date: DAY })
  expect(date).toBe(DAY)
  const visit = visits.find(({ orderId }) => orderId === id)!
  expect(visit).toMatchObject({
    number,
    state: 'expected',
    version: 0,
    phone: '+375 29 111-22-33',
    notes: ['A dog.'],
    address: { entranceNumber: '2', floorNumber: '4', addressNotes: 'The bell does not ring.' },
    people: [{ patientId: customer.patientId, name: 'Kowalska Anna', dateOfBirth: '1990-04-12' }],
  })
  const [person] = visit.people
  expect(person!.tests).toHaveLength(3)
  expect(person!.containers.map(({ name }) => /\w+(?= cap)/.exec(name)![0])).toEqual([
    'blue',
    'yellow',
    'lavender',
  ])
  expect(person).toMatchObject({ fastingHours: 8, beforeFeed: false, turn: null })
  expect(visits.every(({ laboratoryId }) => laboratoryId === HOME_LABORATORY)).toBe(true)
  const elsewhere = await createStaff(house.shop.api, { role: 'homeVisits', laboratoryIds: [1] })
  expect((await elsewhere.client.visitSheet({ date: DAY })).visits).toEqual([])
  const reception = await staff('reception')
  await expect(reception.client.visitSheet({ date: DAY })).rejects.toMatchObject({ status: 403 })
})

test('a step that is sent twice, even concurrently, is recorded once with the time it was done', async () => {
  const { id } = await paidCall()
  const { client } = await nurse()
  const key = crypto.randomUUID()
  const at = new Date(house.shop.clock.now.getTime() - 3_600_000).toISOString()
  const press = { version: 0, identityChecked: true, key, at }
  const answers = await Promise.all([client.arriveAtVisit(id, press), client.arriveAtVisit(id, press)])
  expect(answers).toEqual([
    { state: 'arrived', version: 1 },
    { state: 'arrived', version: 1 },
  ])
  const taken = { version: 1, specimens: [], key: crypto.randomUUID() }
  await client.takeSamples(id, taken)
  // The phone did not receive the replies and sends everything again.
  expect(await client.arriveAtVisit(id, press)).toEqual({ state: 'done', version: 2 })
  expect(await client.takeSamples(id, taken)).toEqual({ state: 'done', version: 2 })
  const { history } = await client.deskOrder(id)
  expect(history.filter(({ kind }) => kind === 'arrived')).toMatchObject([{ at, by: 'Olga Novik' }])
  expect(history.filter(({ kind }) => kind === 'samplesTaken')).toHaveLength(1)
})

test('the key of one step cannot be used for another, and a step reported days later is refused', async () => {
  const [one, other] = [await paidCall(), await paidCall()]
  const { client } = await nurse()
  const key = crypto.randomUUID()
  await client.missVisit(one.id, { version: 0, key })
  const reused = { status: 409, code: 'idempotency_key_reused' }
  await expect(client.missVisit(other.id, { version: 0, key })).rejects.toMatchObject(reused)
  await expect(client.resetVisit(one.id, { version: 1, key })).rejects.toMatchObject(reused)
  const colleague = await nurse()
  await expect(colleague.client.missVisit(one.id, { version: 0, key })).rejects.toMatchObject(reused)
  const at = new Date(house.shop.clock.now.getTime() - 4 * 86_400_000).toISOString()
  await expect(client.missVisit(other.id, { version: 0, at })).rejects.toMatchObject({ status: 422 })
  // A time from a phone whose clock is ahead counts as now.
  const ahead = new Date(house.shop.clock.now.getTime() + 3_600_000).toISOString()
  await client.missVisit(other.id, { version: 0, at: ahead })
  const { history } = await client.deskOrder(other.id)
  expect(history[0]).toMatchObject({ kind: 'missed', at: house.shop.clock.now.toISOString() })
})

test('a nurse who acted offline after a colleague sees who was first, and nothing is overwritten', async () => {
  const { id } = await paidCall()
  const [{ client }, colleague] = [await nurse(), await nurse()]
  await colleague.client.missVisit(id, { version: 0 })
  const late = client.takeSamples(id, { version: 0, specimens: [], key: crypto.randomUUID() })
  await expect(late).rejects.toMatchObject({
    status: 409,
    code: 'stale_write',
    body: { changed: { by: 'Olga Novik', change: 'missed' } },
  })
  expect((await client.deskOrder(id)).state).toBe('paid')
})

test('a day’s visits are filtered by city or by the place of home visits, and access is recorded only for those shown', async () => {
  const { catalogue } = house.shop.api.context
  const laboratories = [...catalogue.current().laboratories.values()]
  const { city } = laboratories.find(({ id }) => id === HOME_LABORATORY)!
  const elsewhere = laboratories.find((one) => one.city.ru !== city.ru)!
  const [here, there] = [await paidCall(), await paidCall(['1002'], 2)]
  const { client } = await nurse()
  const ids = async (asked: object) =>
    (await client.deskVisits({ date: DAY, ...asked })).visits.map(({ orderId }) => orderId)
  const all = await client.deskVisits({ date: DAY })
  expect(all.regions.map(({ id }) => id).sort()).toEqual([1, 2])
  expect(all.regions.find(({ id }) => id === 2)).toEqual({ id: 2, name: 'Senitsa', visits: 1 })

  expect(await ids({ callableRegionId: 2 })).toEqual([there.id])
  expect(await ids({ callableRegionId: 1 })).toContain(here.id)
  expect(await ids({ callableRegionId: 1 })).not.toContain(there.id)
  expect(await ids({ city: city.ru })).toEqual(expect.arrayContaining([here.id, there.id]))
  expect(await ids({ city: elsewhere.city.ru })).toEqual([])
  expect(await ids({ city: 'Atlantis' })).toEqual([])
  expect(await ids({ city: elsewhere.city.ru, callableRegionId: 2 })).toEqual([])
  // The places with visits are listed whatever the filter.
  expect((await client.deskVisits({ date: DAY, callableRegionId: 9 })).regions).toEqual(all.regions)

  const { client: stranger } = await createStaff(house.shop.api, {
    role: 'homeVisits',
    laboratoryIds: [elsewhere.id],
  })
  for (const asked of [{}, { city: city.ru }, { callableRegionId: 2 }, { laboratoryId: HOME_LABORATORY }]) {
    expect(await stranger.deskVisits({ date: DAY, ...asked })).toMatchObject({
      visits: [],
      regions: [],
      counts: NONE,
    })
  }

  // The nurse's sheet takes the same filters.
  const onSheet = async (asked: object) => {
    const sheet = await client.visitSheet({ date: DAY, ...asked })
    expect(sheet.regions).toEqual(all.regions)
    return sheet.visits.map(({ orderId }) => orderId)
  }
  expect(await onSheet({ callableRegionId: 2 })).toEqual([there.id])
  expect(await onSheet({ callableRegionId: 1 })).not.toContain(there.id)
  expect(await onSheet({ city: city.ru })).toEqual(expect.arrayContaining([here.id, there.id]))
  expect(await onSheet({ laboratoryId: elsewhere.id })).toEqual([])

  const { client: colleague, staffId } = await nurse()
  await colleague.deskVisits({ date: DAY, callableRegionId: 2 })
  await colleague.visitSheet({ date: DAY, callableRegionId: 2 })
  const looks = await house.database.queries
    .select({ id: auditEntries.objectId })
    .from(auditEntries)
    .where(and(eq(auditEntries.staffId, staffId), isNotNull(auditEntries.objectId)))
  expect(looks.map(({ id }) => id)).toEqual([there.id])
})
