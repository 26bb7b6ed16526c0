import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { apiOfFile, DAY, MINUTE } from '../testing/api-of-file.ts'
import { codeOf, linkTokenOf, TEST_PASSWORD, type TestUser } from '../testing/test-api.ts'
import { formerEmails, mailedSecrets } from './tables.ts'

const shop = apiOfFile()
const NEEDED = { status: 403, code: 'proof_required' }
const newAddress = () => `new-${crypto.randomUUID()}@mail.example`

const logIn = async (username: string, password = TEST_PASSWORD) =>
  shop.api.client((await shop.api.client().login({ username, password })).access_token)

type Client = TestUser['client']

async function changeEmail(client: Client, email: string) {
  const { id, firstName, lastName } = await client.currentUser()
  return client.editUser(id, { firstName, lastName, email })
}

/** A user who logged in a while ago: only the session is left. */
async function longLoggedIn() {
  const user = await shop.api.registerConfirmedUser()
  shop.clock.pass(10 * MINUTE)
  return user
}

test('ten minutes after the login the session alone can neither change the address nor export', {
  tags: ['ASVS-7.5.1'],
}, async () => {
  const { client } = await longLoggedIn()
  await expect(changeEmail(client, newAddress())).rejects.toMatchObject(NEEDED)
  await expect(client.exportAccount()).rejects.toMatchObject(NEEDED)
  expect((await client.currentUser()).pendingEmail).toBeNull()
})

test('harmless changes still work with the session alone', async () => {
  const { client, user } = await longLoggedIn()
  const { id, email, lastName } = user
  expect((await client.editUser(id, { firstName: 'Eva', lastName, email, locale: 'pl' })).firstName).toBe(
    'Eva',
  )
})

test('the password counts as proof for ten minutes in this session, not in the other one', async () => {
  const user = await shop.api.registerConfirmedUser()
  const phone = await logIn(user.user.email)
  shop.clock.pass(10 * MINUTE)
  await user.client.proveOwner({ password: TEST_PASSWORD })
  expect((await user.client.exportAccount()).status).toBe(200)
  await expect(phone.exportAccount()).rejects.toMatchObject(NEEDED)
  shop.clock.pass(10 * MINUTE - 1)
  expect((await changeEmail(user.client, newAddress())).pendingEmail).not.toBeNull()
  shop.clock.pass(1)
  await expect(user.client.exportAccount()).rejects.toMatchObject(NEEDED)
})

test('a wrong password proves nothing, with ten tries at most, even concurrently', async () => {
  const { client } = await longLoggedIn()
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => client.proveOwner({ password: 'guess' })),
  )
  const codes = tries.map((one) => (one.status === 'rejected' ? one.reason.code : 'proven')).sort()
  expect(codes).toEqual([
    ...Array.from({ length: 10 }, () => 'too_many_requests'),
    ...Array.from({ length: 10 }, () => 'wrong_password'),
  ])
  await expect(client.exportAccount()).rejects.toMatchObject(NEEDED)
})

test('a guest proves nothing', async () => {
  await expect(shop.api.client().proveOwner({ password: TEST_PASSWORD })).rejects.toMatchObject({
    status: 401,
  })
})

/** A thief who knows the password changes the address; returns the link that the owner's mailbox got. */
async function stolen({ confirmed }: { confirmed: boolean }) {
  const owner = await shop.api.registerConfirmedUser()
  const thief = await logIn(owner.user.email)
  const thiefsAddress = newAddress()
  await changeEmail(thief, thiefsAddress)
  if (confirmed) {
    await thief.activate({ token: codeOf(await shop.api.mailServer.take({ to: thiefsAddress })) })
  }
  const mail = await shop.api.mailServer.take({ to: owner.user.email, subject: /is being changed/ })
  return { owner, thief, thiefsAddress, token: linkTokenOf(mail) }
}

test.each([true, false])('the owner undoes a thief’s change of address, confirmed: %s', async (confirmed) => {
  const { owner, thief, thiefsAddress, token } = await stolen({ confirmed })
  shop.clock.pass(6 * DAY)
  await shop.api.client().undoEmailChange({ token })
  for (const client of [thief, owner.client]) {
    await expect(client.currentUser()).rejects.toMatchObject({ status: 401 })
  }
  // The thief knew the password: it no longer works, and the owner's mailbox gets the link for a new one.
  for (const name of [owner.user.email, thiefsAddress]) {
    await expect(logIn(name)).rejects.toMatchObject({ code: 'invalid_credentials' })
  }
  const reset = await shop.api.mailServer.take({ to: owner.user.email, subject: /new password/ })
  await shop.api.client().resetPassword({ token: linkTokenOf(reset), newPassword: 'seven quiet bridges 12' })
  const back = await (await logIn(owner.user.email, 'seven quiet bridges 12')).currentUser()
  expect(back).toMatchObject({
    id: owner.user.id,
    email: owner.user.email,
    emailConfirmed: true,
    pendingEmail: null,
  })
})

test('the link works once, even when used twice concurrently, and for seven days', {
  tags: ['slow'],
}, async () => {
  const { token, owner } = await stolen({ confirmed: true })
  const both = await Promise.allSettled([1, 2].map(() => shop.api.client().undoEmailChange({ token })))
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(shop.api.client().undoEmailChange({ token })).rejects.toMatchObject({
    status: 404,
    code: 'undo_token_not_found',
  })
  await expect(owner.client.currentUser()).rejects.toMatchObject({ status: 401 })
  const late = await stolen({ confirmed: false })
  shop.clock.pass(7 * DAY + 1)
  await expect(shop.api.client().undoEmailChange({ token: late.token })).rejects.toMatchObject({
    status: 404,
  })
})

test('a thief who changes the address twice cannot reverse the owner’s undo', async () => {
  const { owner, thief, thiefsAddress, token } = await stolen({ confirmed: true })
  shop.clock.pass(1)
  const second = newAddress()
  await changeEmail(thief, second)
  const thiefsMail = await shop.api.mailServer.take({ to: thiefsAddress, subject: /is being changed/ })
  shop.clock.pass(1)
  await shop.api.client().undoEmailChange({ token })
  await expect(shop.api.client().undoEmailChange({ token: linkTokenOf(thiefsMail) })).rejects.toMatchObject({
    status: 404,
  })
  const { rows } = await shop.database.queries.execute(
    `select email from laboratory.user_account where id = '${owner.user.id}'`,
  )
  expect(rows).toEqual([{ email: owner.user.email }])
})

const formerOf = async (userId: string) => {
  const { email, id, createdAt } = formerEmails
  const { queries } = shop.database
  return queries
    .select({ email, id, createdAt })
    .from(formerEmails)
    .where(eq(formerEmails.userId, userId))
    .orderBy(createdAt)
}
/** Sends the mail about a change late, as after a fault of the mail server; returns its link. */
async function lateMail(to: string, formerEmailId: string) {
  const { mail, database } = shop.api.context
  await mail.send(database.queries, 'email-changed', { formerEmailId })
  return linkTokenOf(await shop.api.mailServer.take({ to, subject: /is being changed/ }))
}

test('a late mail undoes as much as a prompt one, and mails about later changes are no longer sent', {
  tags: ['slow'],
}, async () => {
  const { owner, thief, thiefsAddress } = await stolen({ confirmed: true })
  const [former] = await formerOf(owner.user.id)
  shop.clock.pass(MINUTE)
  await changeEmail(thief, newAddress())
  const second = await shop.api.mailServer.take({ to: thiefsAddress, subject: /is being changed/ })
  shop.clock.pass(MINUTE)
  const token = await lateMail(owner.user.email, former!.id)
  expect((await formerOf(owner.user.id)).map(({ email }) => email)).toEqual([owner.user.email, thiefsAddress])
  await shop.api.client().undoEmailChange({ token })
  // The rows that queued mails would be made from.
  expect(await formerOf(owner.user.id)).toEqual([])
  await expect(shop.api.client().undoEmailChange({ token: linkTokenOf(second) })).rejects.toMatchObject({
    status: 404,
  })
})

test('a late mail’s link is valid just as long, and undoing a later change keeps the mail about an earlier one', {
  tags: ['slow'],
}, async () => {
  const { owner, thief, thiefsAddress } = await stolen({ confirmed: true })
  const [former] = await formerOf(owner.user.id)
  shop.clock.pass(DAY)
  await thief.proveOwner({ password: TEST_PASSWORD })
  await changeEmail(thief, newAddress())
  const second = await shop.api.mailServer.take({ to: thiefsAddress, subject: /is being changed/ })
  await shop.api.client().undoEmailChange({ token: linkTokenOf(second) })
  expect(await formerOf(owner.user.id)).toEqual([former])
  const token = await lateMail(owner.user.email, former!.id)
  const expiresAt = new Date(shop.clock.now.getTime() + 7 * DAY)
  const links = and(eq(mailedSecrets.userId, owner.user.id), eq(mailedSecrets.tokenExpiresAt, expiresAt))
  expect(await shop.database.queries.$count(mailedSecrets, links)).toBe(1)
  await shop.api.client().undoEmailChange({ token })
  const { rows } = await shop.database.queries.execute(
    `select email from laboratory.user_account where id = '${owner.user.id}'`,
  )
  expect(rows).toEqual([{ email: owner.user.email }])
})
