import argon2 from '@node-rs/argon2'
import { ownServerProof } from '@shop/server/own-server'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { apiOfFile, DAY } from '../testing/api-of-file.ts'
import { codeOf, createTestApi } from '../testing/test-api.ts'
import { users } from './tables.ts'

const shop = apiOfFile()

let addresses = 0
function from(address = `203.0.113.${++addresses}`): Record<string, string> {
  return {
    'X-Client-Address': address,
    'X-Client-Address-Secret': ownServerProof(shop.api.context.settings.clientAddressSecret),
  }
}

function logIn(username: string, password: string, headers = from()) {
  return shop.api.request('POST', 'login', { body: { username, password }, headers })
}

test('the right password returns a token, in whatever case the address is typed', {
  tags: ['SPEC-3-TOKEN-LOGIN', 'SPEC-7-LOGIN'],
}, async () => {
  const { user, password } = await shop.api.registerUser()
  const answer = await logIn(` ${user.email.toUpperCase()} `, password)
  expect(answer.status).toBe(200)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  expect(token).toMatch(/^[\w-]{43}$/)
  expect((await shop.api.client(token).currentUser()).id).toBe(user.id)
})

test('a wrong password and an unknown account get the same answer', async () => {
  const { user } = await shop.api.registerUser()
  const wrong = await logIn(user.email, 'not the password')
  const unknown = await logIn('nobody@mail.example', 'not the password')
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(await wrong.json()).toEqual(await unknown.json())
})

test('an unknown account costs the same work as a wrong password: one hash', async () => {
  const { user } = await shop.api.registerUser()
  await logIn('first-of-all@mail.example', 'not the password')
  for (const username of [user.email, 'nobody-at-all@mail.example']) {
    // Real hashes are counted, since a test cannot rely on how long they take.
    using verify = vi.spyOn(argon2, 'verify')
    await logIn(username, 'not the password')
    expect(verify).toHaveBeenCalledOnce()
  }
})

test('after ten tries from one address even the right password must wait there, but not from another address', {
  tags: ['ASVS-6.3.1'],
}, async () => {
  const { user, password } = await shop.api.registerUser()
  const address = from()
  const tries = await Promise.all(Array.from({ length: 30 }, () => logIn(user.email, 'guess', address)))
  const statuses = tries.map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  const refused = await logIn(user.email, password, address)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await logIn(user.email, password)).status).toBe(200)
})

test('the count is shared by processes and survives a restart', async () => {
  const { user, password } = await shop.api.registerUser()
  const address = from()
  for (let round = 0; round < 10; round++) await logIn(user.email, 'guess', address)
  const other = await createTestApi({ database: shop.database, now: () => shop.clock.now })
  const answer = await other.request('POST', 'login', {
    body: { username: user.email, password },
    headers: address,
  })
  expect(answer.status).toBe(429)
  await other.close()
})

test('a success resets the count of failures', { tags: ['slow'] }, async () => {
  const { user, password } = await shop.api.registerUser()
  const address = from()
  for (let round = 0; round < 3; round++) {
    for (let wrong = 0; wrong < 9; wrong++) await logIn(user.email, 'guess', address)
    expect((await logIn(user.email, password, address)).status).toBe(200)
  }
})

test('limits store no address in plain text', async () => {
  const { user } = await shop.api.registerUser()
  await logIn(user.email, 'guess', from('203.0.113.250'))
  const { rows } = await shop.database.queries.execute('select key from laboratory.attempt')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${user.email}|203\\.0\\.113\\.250`))
})

test('a token is valid for thirty days after its last use', { tags: ['ASVS-7.3.1'] }, async () => {
  const { token } = await shop.api.registerUser()
  const use = async () => (await shop.api.request('GET', 'users/current', { token })).status
  shop.clock.pass(29 * DAY)
  expect(await use()).toBe(200)
  shop.clock.pass(29 * DAY)
  expect(await use()).toBe(200)
  shop.clock.pass(30 * DAY + 1)
  expect(await use()).toBe(401)
})

test('using a token again within five minutes writes nothing', async () => {
  const { token } = await shop.api.registerUser()
  const written = async () => {
    const statements = await shop.database.statementsOf(() =>
      shop.api.request('GET', 'users/current', { token }),
    )
    return statements.filter((statement) => statement.startsWith('update')).length
  }
  expect(await written()).toBe(0)
  shop.clock.pass(5 * 60_000 + 1)
  expect(await written()).toBe(1)
  expect(await written()).toBe(0)
})

test('only the hash of a token is stored', { tags: ['ASVS-7.2.3'] }, async () => {
  const { token } = await shop.api.registerUser()
  const { rows } = await shop.database.queries.execute('select * from laboratory.access_token')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a hash made with other parameters is renewed at the next login, once', {
  tags: ['ASVS-11.2.2'],
}, async () => {
  const { user, password } = await shop.api.registerUser()
  const weaker = await argon2.hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  const { queries } = shop.database
  await queries.update(users).set({ passwordHash: weaker }).where(eq(users.id, user.id))
  const hashOf = async () =>
    (await queries.select({ hash: users.passwordHash }).from(users).where(eq(users.id, user.id)))[0]!.hash
  expect((await logIn(user.email, 'not the password')).status).toBe(401)
  expect(await hashOf()).toBe(weaker)
  expect((await logIn(user.email, password)).status).toBe(200)
  const renewed = await hashOf()
  expect(renewed).toContain('m=19456,t=2,p=1')
  expect((await logIn(user.email, password)).status).toBe(200)
  expect(await hashOf()).toBe(renewed)
})

describe('an account whose passwords are tried from many places', () => {
  const networks = Array.from({ length: 100 }, (_, at) => `2001:db8:${at.toString(16)}::1`)
  const bodyOf = async (answer: Response) => (await answer.json()) as Record<string, unknown>

  async function attacked() {
    const registered = await shop.api.registerUser()
    const { email } = registered.user
    await shop.api.mailServer.take({ to: email })
    await Promise.all(networks.map((network) => logIn(email, 'guess', from(network))))
    /** A browser that keeps the `codeRequest` its code was requested with. */
    function browser() {
      let codeRequest: unknown
      return async (password: string, code?: string) => {
        const answer = await shop.api.request('POST', 'login', {
          body: {
            username: email,
            password,
            ...(code ? { code } : {}),
            ...(codeRequest ? { codeRequest } : {}),
          },
          headers: from(),
        })
        codeRequest = (await bodyOf(answer.clone())).codeRequest ?? codeRequest
        return answer
      }
    }
    return { ...registered, email, browser, tryWith: browser() }
  }
  const mailedCode = async (email: string) =>
    codeOf(await shop.api.mailServer.take({ to: email, subject: /your code to log in/ }))

  test('lets its owner in with a mailed code', { tags: ['ASVS-6.3.1'] }, async () => {
    const { email, password, tryWith } = await attacked()
    const asked = await tryWith(password)
    expect([asked.status, await bodyOf(asked)]).toMatchObject([401, { code: 'login_code_required' }])
    const code = await mailedCode(email)
    expect((await tryWith(password, code)).status).toBe(200)
    // It works only once.
    expect((await tryWith(password, code)).status).toBe(401)
  })

  test('reveals nothing to a caller without the password, and sends no mail for it', {
    tags: ['slow'],
  }, async () => {
    const { email, password, tryWith } = await attacked()
    const wrong = await tryWith('guess')
    const asRandom = async (answer: Response) => ({
      ...(await bodyOf(answer)),
      codeRequest: expect.stringMatching(/^[\w-]{43}$/),
    })
    const unknownCode = await tryWith('guess', '123456')
    const right = await tryWith(password)
    expect([wrong.status, await bodyOf(wrong)]).toEqual([right.status, await asRandom(right)])
    const code = await mailedCode(email)
    const another = await tryWith(password, code === '000000' ? '111111' : '000000')
    expect([unknownCode.status, await bodyOf(unknownCode)]).toEqual([another.status, await bodyOf(another)])
    const toOwner = shop.api.mailServer.mails.filter(({ recipients }) => recipients.includes(email))
    // The confirmation of the new account, and one code for the right password.
    expect(toOwner).toHaveLength(2)
  })

  test('answers the right password like a wrong one once no more mails are sent, also to a browser that already has a request', {
    tags: ['slow'],
  }, async () => {
    const { email, password, browser } = await attacked()
    const answers = async (tried: string) => {
      const tryWith = browser()
      return [await bodyOf(await tryWith(tried)), await bodyOf(await tryWith(tried))]
    }
    for (let tries = 0; tries < 5; tries++) await browser()('guess')
    const [fresh, again] = await answers('guess')
    expect(fresh!.codeRequest).toMatch(/^[\w-]{43}$/)
    expect(again).toEqual(fresh)
    const [freshOfRight, againOfRight] = await answers(password)
    expect(freshOfRight).toEqual({ ...fresh, codeRequest: expect.stringMatching(/^[\w-]{43}$/) })
    expect(againOfRight).toEqual(freshOfRight)
    // The owner was sent a code all the same.
    await mailedCode(email)
  })

  test('accepts the code only in the browser that requested it, and of two browsers only the later one’s code', {
    tags: ['ASVS-6.6.2'],
  }, async () => {
    const { email, password, browser } = await attacked()
    const [own, other] = [browser(), browser()]
    await own(password)
    const first = await mailedCode(email)
    // Someone who has read the mail and knows the password.
    expect((await other(password, first)).status).toBe(401)
    await other(password)
    const second = await mailedCode(email)
    expect((await own(password, second)).status).toBe(401)
    expect((await own(password, first)).status).toBe(401)
    expect((await other(password, second)).status).toBe(200)
  })

  test('too many guesses end the code, and the next one works', { tags: ['ASVS-6.6.3'] }, async () => {
    const { email, password, tryWith } = await attacked()
    await tryWith(password)
    const first = await mailedCode(email)
    const wrong = first === '000000' ? '111111' : '000000'
    for (let guess = 0; guess < 6; guess++) expect((await tryWith(password, wrong)).status).toBe(401)
    expect((await tryWith(password, first)).status).toBe(401)
    await tryWith(password)
    expect((await tryWith(password, await mailedCode(email))).status).toBe(200)
  })
})

test('the addresses of one IPv6 network count as one', { tags: ['ASVS-6.3.1'] }, async () => {
  const { user, password } = await shop.api.registerUser()
  for (let host = 1; host <= 10; host++) await logIn(user.email, 'guess', from(`2001:db8:77:1::${host}`))
  expect((await logIn(user.email, password, from('2001:db8:77:1:ffff::1'))).status).toBe(429)
  expect((await logIn(user.email, password, from('2001:db8:77:2::1'))).status).toBe(200)
})
