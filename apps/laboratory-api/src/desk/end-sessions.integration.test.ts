import { eq, sql } from 'drizzle-orm'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { endSessions } from '../accounts/end-sessions.ts'
import { createTestAuthenticator } from '../accounts/second-factor/testing/test-authenticator.ts'
import { loginSteps, users, webauthnChallenges } from '../accounts/tables.ts'
import { changeAccountWhileLocked } from '../accounts/testing/change-account-while-locked.ts'
import { auditEntries } from '../audit/tables.ts'
import { paidOrder } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { createStaff, everywhere, STAFF_PASSWORD, type TestStaff } from '../staff/testing/staff-fixture.ts'
import { TEST_PASSWORD, type TestUser } from '../testing/test-api.ts'
import { deskEvents } from './tables.ts'

const house = laboratoryOfFile()

const REASON = 'Lost the telephone, asked for on another.'
const byOrder = { password: STAFF_PASSWORD, reason: REASON }
const byMessage = { password: STAFF_PASSWORD }
const supportStaff = () => createStaff(house.shop.api, everywhere('support'))

const logIn = async ({ user: { email } }: TestUser) =>
  house.shop.api.client(
    (await house.shop.api.client().login({ username: email, password: TEST_PASSWORD })).access_token,
  )

async function order() {
  const customer = await house.shop.customer()
  return { customer, ...(await paidOrder(house.shop, house.laboratory, customer)) }
}

/** A question to support from an account, or from a guest who gives the account's address. */
async function question({ client, user: { email } }: TestUser, { client: desk }: TestStaff, isGuest = false) {
  const asking = isGuest ? house.shop.api.client() : client
  const words = { name: 'Anna Kowalska', email, message: isGuest ? 'My phone is gone.' : 'Stolen.' }
  const { reference } = await asking.sendSupportMessage(words)
  return (await desk.deskMessages()).find((one) => one.reference === reference)!.id
}

/** How many mails about ended sessions were queued for the account. */
async function mailsTo({ user }: TestUser): Promise<unknown> {
  const { rows } = await house.database.queries.execute(sql`
    select count(*)::int as mails from jobs.job
    where data->>'template' = 'sessions-ended' and data->>'userId' = ${user.id}`)
  return rows[0]!.mails
}

test('support ends every session of an order’s owner: the reason is kept, the owner is notified, the password stays', {
  tags: ['ASVS-7.4.5', 'ASVS-16.2.1'],
}, async () => {
  const { id, customer } = await order()
  const phone = await logIn(customer)
  const { customer: other } = await order()
  const { client, staffId } = await supportStaff()
  expect(await client.endSessionsByOrder(id, byOrder)).toEqual({ ended: 2 })
  for (const one of [phone, customer.client]) {
    await expect(one.currentUser()).rejects.toMatchObject({ status: 401 })
  }
  expect((await other.client.currentUser()).id).toBe(other.user.id)
  const mail = await house.shop.api.mailServer.take({
    to: customer.user.email,
    subject: /logged out on all/,
  })
  expect(mail.text).toContain('Your password stays the same')
  expect(`${mail.subject}${mail.text}`).not.toMatch(/order|result|test\b|blood|telephone|Novik/i)
  const [event] = (await client.deskOrder(id)).history
  expect(event).toMatchObject({ kind: 'sessionsEnded', text: REASON, by: 'Olga Novik' })
  const rows = await house.database.queries
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.objectId, customer.user.id))
  expect(rows.filter((row) => row.staffId === staffId)).toMatchObject([
    { action: 'update', actor: 'staff', kind: 'account' },
  ])
  await (await logIn(customer)).currentUser()
})

test('without a session nothing is recorded and no mail is sent, so that a double click acts once', async () => {
  const { id, customer } = await order()
  const { client } = await supportStaff()
  const pressed = await Promise.all([
    client.endSessionsByOrder(id, byOrder),
    client.endSessionsByOrder(id, byOrder),
  ])
  expect(pressed.map(({ ended }) => ended).sort()).toEqual([0, 1])
  expect(await client.endSessionsByOrder(id, byOrder)).toEqual({ ended: 0 })
  const events = await house.database.queries.$count(deskEvents, eq(deskEvents.orderId, id))
  expect(events).toBe(1)
  expect(await mailsTo(customer)).toBe(1)
})

test('the sessions of a restricted account end too, and an erased account has none', async () => {
  const { id, customer } = await order()
  const { client } = await supportStaff()
  const { queries } = house.database
  const restrictedAt = house.shop.clock.now
  await queries.update(users).set({ restrictedAt }).where(eq(users.id, customer.user.id))
  expect(await client.endSessionsByOrder(id, byOrder)).toEqual({ ended: 1 })
  await queries.update(users).set({ restrictedAt: null }).where(eq(users.id, customer.user.id))
  await (await logIn(customer)).eraseAccount({ password: TEST_PASSWORD })
  expect(await client.endSessionsByOrder(id, byOrder)).toEqual({ ended: null })
})

test('a question ends the sessions of the account that asked, not of an account whose address or order it names', {
  tags: ['ASVS-8.2.2'],
}, async () => {
  const { number, customer } = await order()
  const staff = await supportStaff()
  const { client } = staff
  const guests = await question(customer, staff, true)
  expect(await client.endSessionsByMessage(guests, byMessage)).toEqual({ ended: null })
  const stranger = await house.shop.customer()
  const words = { name: 'Anna Kowalska', message: 'It is mine.', orderNumber: number }
  const sent = await stranger.client.sendSupportMessage({ ...words, email: customer.user.email })
  const { id } = (await client.deskMessages()).find(({ reference }) => reference === sent.reference)!
  expect(await client.endSessionsByMessage(id, byMessage)).toEqual({ ended: 1 })
  await expect(stranger.client.currentUser()).rejects.toMatchObject({ status: 401 })
  expect((await customer.client.currentUser()).id).toBe(customer.user.id)

  const own = await question(customer, staff)
  expect(await client.endSessionsByMessage(own, byMessage)).toEqual({ ended: 1 })
  await expect(customer.client.currentUser()).rejects.toMatchObject({ status: 401 })
  expect(await mailsTo(customer)).toBe(1)
})

test('staff without their own password, in another role or at another branch log no one out', {
  tags: ['ASVS-8.2.1', 'ASVS-8.2.2'],
}, async () => {
  const { id, customer } = await order()
  const staff = await supportStaff()
  const asked = await question(customer, staff)
  const wrong = { status: 422, code: 'wrong_password' }
  const password = 'not this one'
  await expect(staff.client.endSessionsByOrder(id, { ...byOrder, password })).rejects.toMatchObject(wrong)
  await expect(staff.client.endSessionsByMessage(asked, { password })).rejects.toMatchObject(wrong)
  const privacy = await createStaff(house.shop.api, everywhere('privacy'), everywhere('administrator'))
  const forbidden = { status: 403 }
  await expect(privacy.client.endSessionsByOrder(id, byOrder)).rejects.toMatchObject(forbidden)
  await expect(privacy.client.endSessionsByMessage(asked, byMessage)).rejects.toMatchObject(forbidden)
  const elsewhere = await createStaff(house.shop.api, { role: 'support', laboratoryIds: [2] })
  const unknown = { status: 404 }
  await expect(elsewhere.client.endSessionsByOrder(id, byOrder)).rejects.toMatchObject(unknown)
  await expect(elsewhere.client.endSessionsByMessage(id, byMessage)).rejects.toMatchObject(unknown)
  const short = { ...byOrder, reason: ' ' }
  await expect(staff.client.endSessionsByOrder(id, short)).rejects.toMatchObject({ code: 'invalid_fields' })
  expect((await customer.client.currentUser()).id).toBe(customer.user.id)
})

test('unfinished steps of the account end too: a login’s second step, a passkey being created', {
  tags: ['ASVS-7.4.5'],
}, async () => {
  const { id, customer } = await order()
  house.shop.clock.pass(1)
  await customer.client.proveOwner({ password: TEST_PASSWORD })
  const { client: owner, user } = customer
  const { secret } = await owner.setUpTotp()
  const code = () => generate({ secret, epoch: Math.floor(house.shop.clock.now.getTime() / 1000) })
  await owner.turnTotpOn({ code: await code() })
  const { options, challengeId } = await owner.startPasskey()
  house.shop.clock.pass(1)
  const guest = house.shop.api.client()
  const { loginStep } = await guest
    .login({ username: user.email, password: TEST_PASSWORD })
    .catch(({ body }) => body)
  const { client } = await supportStaff()
  expect(await client.endSessionsByOrder(id, byOrder)).toEqual({ ended: 1 })
  const { queries } = house.database
  expect(await queries.$count(loginSteps, eq(loginSteps.userId, user.id))).toBe(0)
  expect(await queries.$count(webauthnChallenges, eq(webauthnChallenges.userId, user.id))).toBe(0)
  const finished = guest.finishLogin({ loginStep, code: await code() })
  await expect(finished).rejects.toMatchObject({ code: 'login_step_not_found' })
  const response = createTestAuthenticator('http://shop.example').create(options)
  const added = owner.addPasskey({ challengeId, response, name: 'x' })
  await expect(added).rejects.toMatchObject({ status: 401 })
})

test('a call in progress when support ends its session changes nothing', {
  tags: ['ASVS-7.4.3', 'ASVS-7.4.5'],
}, async () => {
  const customer = await house.shop.customer()
  const { firstName, lastName, email, id } = customer.user
  const outcome = await changeAccountWhileLocked(
    house.database,
    id,
    () => customer.client.editUser(id, { firstName: 'Taken', lastName, email }),
    (queries) => endSessions(house.shop.api.context, queries, id),
  )
  expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 401, code: 'unauthorized' } })
  expect((await (await logIn(customer)).currentUser()).firstName).toBe(firstName)
})
