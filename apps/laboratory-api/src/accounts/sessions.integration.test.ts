import { sessionSchema } from '@shop/contract/accounts'
import { SESSION_RENEWED } from '@shop/contract/main-api-client'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { QUOTAS } from '../limits.ts'
import { apiOfFile } from '../testing/api-of-file.ts'
import { revokeSessions } from './revoke-sessions-command.ts'

const shop = apiOfFile()
const DAY_IN_MS = 86_400_000

type Person = { user: { email: string }; password: string }

async function logIn({ user, password }: Person, userAgent: string, token?: string) {
  const answer = await shop.api.request('POST', 'login', {
    body: { username: user.email, password },
    headers: { 'User-Agent': userAgent },
    token,
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

test('signing out ends only this session, once', { tags: ['ASVS-7.4.1'] }, async () => {
  const registered = await shop.api.registerUser()
  const token = await logIn(registered, 'Phone')
  expect((await shop.api.request('POST', 'logout', { token })).status).toBe(204)
  expect((await shop.api.request('POST', 'logout', { token })).status).toBe(401)
  expect((await registered.client.currentUser()).id).toBe(registered.user.id)
})

test('the sessions are listed, most recently used first, with the current one marked', async () => {
  const registered = await shop.api.registerUser()
  shop.clock.pass(1000)
  const phone = await logIn(registered, 'Phone')
  const answer = await shop.api.request('GET', 'users/current/sessions', { token: phone })
  const sessions = sessionSchema.array().parse(await answer.json())
  expect(sessions.map(({ userAgent, current }) => [userAgent, current])).toEqual([
    ['Phone', true],
    [null, false],
  ])
})

test('the other sessions are signed out, while this one and other people’s stay', async () => {
  const registered = await shop.api.registerUser()
  const other = await shop.api.registerUser()
  const phone = await logIn(registered, 'Phone')
  await shop.api.client(phone).revokeOtherSessions()
  await expect(registered.client.currentUser()).rejects.toMatchObject({ status: 401 })
  expect((await shop.api.client(phone).sessions()).length).toBe(1)
  expect((await other.client.currentUser()).id).toBe(other.user.id)
})

test('the first answer of a day says that the token was extended, and a month without use ends it', async () => {
  const { token } = await shop.api.registerUser()
  const ask = async () => {
    const answer = await shop.api.request('GET', 'users/current', { token })
    return [answer.status, answer.headers.get(SESSION_RENEWED)]
  }
  expect(await ask()).toEqual([200, null])
  for (const days of [1, 25, 29]) {
    shop.clock.pass(days * DAY_IN_MS)
    expect(await ask()).toEqual([200, '1'])
    expect(await ask()).toEqual([200, null])
  }
  shop.clock.pass(30 * DAY_IN_MS)
  expect(await ask()).toEqual([401, null])
})

test('a guest with a revoked token can still read what is public', async () => {
  const { token, client } = await shop.api.registerUser()
  await client.logout()
  expect((await shop.api.request('GET', 'documents', { token })).status).toBe(200)
})

test('no cache stores personal answers, or answers with a token in them', {
  tags: ['ASVS-14.2.2', 'ASVS-14.3.2'],
}, async () => {
  const { user, token, password } = await shop.api.registerUser()
  const login = { body: { username: user.email, password } }
  for (const answer of [
    await shop.api.request('POST', 'login', login),
    await shop.api.request('GET', 'users/current', { token }),
    await shop.api.request('GET', 'patient', { token }),
  ]) {
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  }
})

const isSignedIn = async (token: string) =>
  (await shop.api.request('GET', 'users/current', { token })).status === 200

test('a session ends ninety days after its login, however much it is used', {
  tags: ['ASVS-7.3.2'],
}, async () => {
  const { token } = await shop.api.registerUser()
  for (const days of [25, 25, 25]) {
    shop.clock.pass(days * DAY_IN_MS)
    expect(await isSignedIn(token)).toBe(true)
  }
  shop.clock.pass(14 * DAY_IN_MS)
  expect(await isSignedIn(token)).toBe(true)
  shop.clock.pass(DAY_IN_MS)
  expect(await isSignedIn(token)).toBe(false)
})

test('a single session can be ended, but not another person’s', {
  tags: ['ASVS-7.5.2'],
}, async () => {
  const registered = await shop.api.registerUser()
  const stranger = await shop.api.registerUser()
  const phone = await logIn(registered, 'Phone')
  const sessions = await registered.client.sessions()
  const { id } = sessions.find(({ userAgent }) => userAgent === 'Phone')!
  await expect(stranger.client.revokeSession(id)).rejects.toMatchObject({ status: 404 })
  expect(await isSignedIn(phone)).toBe(true)
  await registered.client.revokeSession(id)
  expect([await isSignedIn(phone), await isSignedIn(registered.token)]).toEqual([false, true])
  await expect(registered.client.revokeSession(id)).rejects.toMatchObject({ status: 404 })
})

test('ten minutes after the login a session alone can end itself, but no other session', {
  tags: ['ASVS-7.5.2'],
}, async () => {
  const needed = { status: 403, code: 'proof_required' }
  const registered = await shop.api.registerUser()
  const phone = await logIn(registered, 'Phone')
  shop.clock.pass(10 * 60_000)
  const thief = shop.api.client(phone)
  const [own, owners] = ['Phone', null].map(
    async (agent) => (await thief.sessions()).find(({ userAgent }) => userAgent === agent)!.id,
  )
  await expect(thief.revokeSession(await owners!)).rejects.toMatchObject(needed)
  await expect(thief.revokeOtherSessions()).rejects.toMatchObject(needed)
  await expect(thief.revokeSession(crypto.randomUUID())).rejects.toMatchObject(needed)
  expect(await isSignedIn(registered.token)).toBe(true)
  await thief.revokeSession(await own!)
  expect(await isSignedIn(phone)).toBe(false)
  const lost = await logIn(registered, 'Lost')
  await registered.client.proveOwner({ password: registered.password })
  await registered.client.revokeOtherSessions()
  expect([await isSignedIn(lost), await isSignedIn(registered.token)]).toEqual([false, true])
})

test('a login ends the session whose token is sent along, even if it fails', {
  tags: ['ASVS-7.2.2', 'ASVS-7.2.4'],
}, async () => {
  const registered = await shop.api.registerUser()
  const second = await logIn(registered, 'Phone', registered.token)
  expect([await isSignedIn(registered.token), await isSignedIn(second)]).toEqual([false, true])
  expect(await logIn({ ...registered, password: 'not the password' }, 'Phone', second)).toBeUndefined()
  expect(await isSignedIn(second)).toBe(false)
})

test('a registration ends the session whose token is sent along, but not if it is refused', {
  tags: ['ASVS-7.2.4'],
}, async () => {
  const before = await shop.api.registerUser()
  const acceptedDocuments = (await before.client.documents())
    .filter(({ requiresAcceptance }) => requiresAcceptance)
    .map(({ slug, version }) => ({ slug, version }))
  const registerAs = async (email: string) => {
    const body = { email, password: before.password, firstName: 'Anna', lastName: 'Lis', acceptedDocuments }
    return (await shop.api.request('POST', 'register', { body, token: before.token })).status
  }
  expect([await registerAs(before.user.email), await isSignedIn(before.token)]).toEqual([400, true])
  expect([await registerAs('anna.lis@mail.example'), await isSignedIn(before.token)]).toEqual([201, false])
})

test('an account has twenty sessions at most: a further one ends the one unused for longest', {
  tags: ['slow'],
}, async () => {
  const registered = await shop.api.registerUser()
  const tokens = [registered.token]
  for (let count = 1; count < QUOTAS.sessions; count++) {
    shop.clock.pass(1_000)
    tokens.push(await logIn(registered, `Device ${count}`))
  }
  shop.clock.pass(6 * 60_000)
  expect(await isSignedIn(tokens[0]!)).toBe(true)
  const newest = await logIn(registered, 'One more')
  expect(await registered.client.sessions()).toHaveLength(QUOTAS.sessions)
  expect([await isSignedIn(tokens[0]!), await isSignedIn(tokens[1]!), await isSignedIn(newest)]).toEqual([
    true,
    false,
    true,
  ])
})

test('the command ends every session of the account it names, and no others', {
  tags: ['ASVS-7.4.5'],
}, async () => {
  const registered = await shop.api.registerUser()
  const other = await shop.api.registerUser()
  const phone = await logIn(registered, 'Phone')
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const code = await revokeSessions(shop.api.context, { args, print: (line) => lines.push(line) })
    return [code, ...lines]
  }
  expect(await run(registered.user.email.toUpperCase())).toEqual([0, 'Sessions ended: 2.'])
  expect([await isSignedIn(phone), await isSignedIn(registered.token)]).toEqual([false, false])
  expect(await isSignedIn(other.token)).toBe(true)
  const notice = await shop.api.mailServer.take({ to: registered.user.email, subject: /logged out on all/ })
  expect(notice.text).toContain('Your password stays the same')
  const ofAccount = eq(auditEntries.objectId, registered.user.id)
  const rows = await shop.database.queries.select().from(auditEntries).where(ofAccount)
  expect(rows).toMatchObject([{ requestId: 'sessions:revoke', actor: 'job', action: 'update' }])
  expect(await run(registered.user.email)).toEqual([0, 'Sessions ended: 0.'])
  expect(await run('nobody@mail.example')).toEqual([1, 'No account has this address.'])
  expect((await run())[0]).toBe(2)
})
