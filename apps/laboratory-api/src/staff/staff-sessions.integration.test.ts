import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createTestAuthenticator } from '../accounts/second-factor/testing/test-authenticator.ts'
import { apiOfFile, HOUR, MINUTE } from '../testing/api-of-file.ts'
import { changeWhileLocked } from '../testing/change-while-locked.ts'
import { endStaffSessions, startStaffSession } from './staff-sessions.ts'
import { staffAccounts, staffPasskeys, staffSessions } from './tables.ts'
import { createStaff, deskClient, everywhere, STAFF_PASSWORD } from './testing/staff-fixture.ts'

const house = apiOfFile()
const PHONE = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'

/** A member of staff with one session on a computer and one on a phone. */
async function withPhone(role: Parameters<typeof everywhere>[0]) {
  const staff = await createStaff(house.api, everywhere(role))
  const { database, now, settings } = house.api.context
  const started = { staffId: staff.staffId, userAgent: PHONE, now: now() }
  const { accessToken } = await startStaffSession(database.queries, started, settings)
  const onPhone = (await staff.client.staffSessions()).find(({ isCurrent }) => !isCurrent)!
  return { ...staff, phone: deskClient(house.api, accessToken), onPhone }
}

const proof = { password: STAFF_PASSWORD }

test('staff see their own sessions and end a single one, but not those of others', {
  tags: ['ASVS-7.5.2'],
}, async () => {
  const { client, phone, onPhone } = await withPhone('homeVisits')
  expect(onPhone.userAgent).toBe(PHONE)
  expect((await client.staffSessions()).map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true])
  const stranger = await createStaff(house.api, everywhere('homeVisits'))
  expect(await stranger.client.staffSessions()).toHaveLength(1)
  await expect(stranger.client.endStaffSession(onPhone.id, proof)).rejects.toMatchObject({ status: 404 })
  await phone.currentStaff()
  // Someone at an unattended desk cannot end sessions.
  await expect(client.endStaffSession(onPhone.id, { password: 'guess' })).rejects.toMatchObject({
    code: 'wrong_password',
  })
  await phone.currentStaff()
  await client.endStaffSession(onPhone.id, proof)
  await expect(phone.currentStaff()).rejects.toMatchObject({ status: 401 })
  await expect(client.endStaffSession(onPhone.id, proof)).rejects.toMatchObject({ status: 404 })
  expect(await client.staffSessions()).toMatchObject([{ isCurrent: true }])
})

test('a login ends the session whose token is sent along, even if the login fails, and no other', async () => {
  const { client, phone } = await withPhone('homeVisits')
  const login = client.staffLogin({ email: 'nobody@desk.example', password: 'no such one', code: '000000' })
  await expect(login).rejects.toMatchObject({ code: 'invalid_credentials' })
  await expect(client.currentStaff()).rejects.toMatchObject({ status: 401 })
  await phone.currentStaff()
})

test('an unused session ends after half an hour, a used one after twelve hours', {
  tags: ['ASVS-7.3.1'],
}, async () => {
  const { settings } = house.api.context
  settings.staffIdleMinutes = 30
  onTestFinished(() => {
    settings.staffIdleMinutes = 720
  })
  const [used, left] = [await createStaff(house.api, everywhere('homeVisits')), await withPhone('homeVisits')]
  const { sessionEndsAt } = await used.client.currentStaff()
  expect(Date.parse(sessionEndsAt) - house.clock.now.getTime()).toBe(12 * HOUR)
  const endOf = async ({ staffId }: { staffId: string }) => {
    const rows = await house.database.queries
      .select()
      .from(staffSessions)
      .where(eq(staffSessions.staffId, staffId))
    return rows[0]!.expiresAt.getTime() - house.clock.now.getTime()
  }
  house.clock.pass(MINUTE)
  // Not every call writes.
  await used.client.currentStaff()
  expect(await endOf(used)).toBe(29 * MINUTE)
  house.clock.pass(28 * MINUTE)
  await used.client.currentStaff()
  expect(await endOf(used)).toBe(30 * MINUTE)
  house.clock.pass(MINUTE)
  const over = { status: 401 }
  await expect(left.client.currentStaff()).rejects.toMatchObject(over)
  await expect(left.phone.currentStaff()).rejects.toMatchObject(over)
  for (let half = 0; half < 24; half++) {
    house.clock.pass(28 * MINUTE)
    expect((await used.client.currentStaff()).sessionEndsAt).toBe(sessionEndsAt)
  }
  house.clock.pass(Date.parse(sessionEndsAt) - house.clock.now.getTime())
  await expect(used.client.currentStaff()).rejects.toMatchObject(over)
})

test('an administrator ends the session of a lost phone and leaves the others; other roles do not see sessions', async () => {
  const { client, staffId, phone, onPhone } = await withPhone('homeVisits')
  const administrator = await createStaff(house.api, everywhere('administrator'))
  const seen = await administrator.client.sessionsOfStaff(staffId)
  expect(seen.map(({ id }) => id)).toContain(onPhone.id)
  const other = administrator.client.endSessionOfStaff(administrator.staffId, onPhone.id)
  await expect(other).rejects.toMatchObject({ status: 404 })
  await administrator.client.endSessionOfStaff(staffId, onPhone.id)
  await expect(phone.currentStaff()).rejects.toMatchObject({ status: 401 })
  await client.currentStaff()
  const reception = await createStaff(house.api, everywhere('reception'))
  await expect(reception.client.sessionsOfStaff(staffId)).rejects.toMatchObject({ status: 403 })
})

test('a passkey added while a new invitation ends the session is refused', {
  tags: ['ASVS-7.4.3'],
}, async () => {
  const { database, api } = house
  const { client, staffId } = await createStaff(api, everywhere('reception'))
  const { challengeId, options } = await client.startStaffPasskey({ password: STAFF_PASSWORD })
  const response = createTestAuthenticator('https://desk.example').create(options)
  const outcome = await changeWhileLocked(database, {
    lock: (queries) =>
      queries.select().from(staffAccounts).where(eq(staffAccounts.id, staffId)).for('update'),
    act: () => client.addStaffPasskey({ challengeId, response, name: 'x' }),
    change: (queries) => endStaffSessions(queries, staffId),
  })
  expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 401, code: 'unauthorized' } })
  expect(await database.queries.$count(staffPasskeys, eq(staffPasskeys.staffId, staffId))).toBe(0)
})
