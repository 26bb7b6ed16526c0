import { sessionSchema } from '@shop/contract/accounts'
import { SESSION_RENEWED } from '@shop/contract/main-api-client'
import { expect, test } from 'vitest'
import { apiOfFile } from '../testing/api-of-file.ts'

const shop = apiOfFile()
const DAY_IN_MS = 86_400_000

async function logIn({ user, password }: { user: { email: string }; password: string }, userAgent: string) {
  const answer = await shop.api.request('POST', 'login', {
    body: { username: user.email, password },
    headers: { 'User-Agent': userAgent },
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

test('signing out ends this session only, and once', async () => {
  const registered = await shop.api.registerUser()
  const token = await logIn(registered, 'Phone')
  expect((await shop.api.request('POST', 'logout', { token })).status).toBe(204)
  expect((await shop.api.request('POST', 'logout', { token })).status).toBe(401)
  expect((await registered.client.currentUser()).id).toBe(registered.user.id)
})

test('the sessions are listed, used last first, with the one that asks marked', async () => {
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

test('the other sessions are signed out, this one and other people stay', async () => {
  const registered = await shop.api.registerUser()
  const other = await shop.api.registerUser()
  const phone = await logIn(registered, 'Phone')
  await shop.api.client(phone).revokeOtherSessions()
  await expect(registered.client.currentUser()).rejects.toMatchObject({ status: 401 })
  expect((await shop.api.client(phone).sessions()).length).toBe(1)
  expect((await other.client.currentUser()).id).toBe(other.user.id)
})

test('the first answer of a day says that the token lives on, and a month unused ends it', async () => {
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

test('a guest with a spent token still reads what is public', async () => {
  const { token, client } = await shop.api.registerUser()
  await client.logout()
  expect((await shop.api.request('GET', 'documents', { token })).status).toBe(200)
})

test('what is personal and what holds a token is kept by no cache', async () => {
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
