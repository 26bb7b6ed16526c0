import { PATIENTLY } from '@shop/database/testing/patience'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { apiOfFile } from '../testing/api-of-file.ts'
import { countWaiters } from '../testing/lock-waiters.ts'
import { linkTokenOf, TEST_PASSWORD } from '../testing/test-api.ts'
import { lockAccount } from './lock-account.ts'

// Two concurrent uses of mailed links and codes: the account is consistent afterwards, and no call ends in a
// server error.

const shop = apiOfFile()
const PASSWORDS = ['seven quiet bridges 12', 'eleven slow rivers 34'] as const
const guest = () => shop.api.client()

/**
 * Lets calls run up to the lock on the account, one after the other, and continue together. The embedded engine
 * runs them one by one.
 */
async function runTogether(userId: string, ...acts: (() => Promise<unknown>)[]) {
  const { database } = shop
  const started: Promise<unknown>[] = []
  const waiters = countWaiters(database)
  await database.transaction(async (queries) => {
    await lockAccount(queries, userId)
    for (const [index, act] of acts.entries()) {
      started.push(Promise.allSettled([waiters.run(act)]))
      if (database.engine === 'embedded') continue
      const waits = async () => expect(await waiters.waiting()).toBeGreaterThan(index)
      await vi.waitFor(waits, PATIENTLY)
    }
  })
  const outcomes = (await Promise.all(started)).flat() as PromiseSettledResult<unknown>[]
  return outcomes.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code))
}

/** The links of two mails; the first stays valid when the second is sent. */
async function twoLinks(ask: () => Promise<unknown>, mail: { to: string; subject: RegExp }) {
  const tokens: string[] = []
  for (let count = 0; count < 2; count++) {
    await ask()
    tokens.push(linkTokenOf(await shop.api.mailServer.take(mail)))
    shop.clock.pass(61_000)
  }
  return tokens as [string, string]
}

const isLoggedIn = (email: string, password: string) =>
  guest()
    .login({ username: email, password })
    .then(
      () => true,
      () => false,
    )

test('of two password reset links used concurrently one works, and the other call is refused', {
  tags: ['ASVS-7.4.3'],
}, async () => {
  const { user } = await shop.api.registerConfirmedUser()
  const { email } = user
  const tokens = await twoLinks(() => guest().requestPasswordReset({ email }), {
    to: email,
    subject: /new password/,
  })
  const results = await runTogether(
    user.id,
    ...tokens.map((token, index) => () => guest().resetPassword({ token, newPassword: PASSWORDS[index]! })),
  )
  expect([...results].sort()).toEqual(['done', 'reset_token_not_found'])
  const opens = await Promise.all(PASSWORDS.map((password) => isLoggedIn(email, password)))
  expect(opens).toEqual(results.map((one) => one === 'done'))
})

test('one link used twice concurrently sets one password', async () => {
  const { user } = await shop.api.registerConfirmedUser()
  await guest().requestPasswordReset({ email: user.email })
  const mail = await shop.api.mailServer.take({ to: user.email, subject: /new password/ })
  const token = linkTokenOf(mail)
  const results = await runTogether(
    user.id,
    ...PASSWORDS.map((newPassword) => () => guest().resetPassword({ token, newPassword })),
  )
  expect([...results].sort()).toEqual(['done', 'reset_token_not_found'])
})

test('of a concurrent password reset and password change only one succeeds', async () => {
  const { user, client } = await shop.api.registerConfirmedUser()
  await guest().requestPasswordReset({ email: user.email })
  const mail = await shop.api.mailServer.take({ to: user.email, subject: /new password/ })
  const change = { currentPassword: TEST_PASSWORD, newPassword: PASSWORDS[1] }
  const results = await runTogether(
    user.id,
    () => guest().resetPassword({ token: linkTokenOf(mail), newPassword: PASSWORDS[0] }),
    () => client.changePassword(change),
  )
  expect(results.filter((one) => one === 'done')).toHaveLength(1)
  expect(results.filter((one) => one === undefined || /internal|failed/.test(String(one)))).toEqual([])
  const opens = await Promise.all(PASSWORDS.map((password) => isLoggedIn(user.email, password)))
  expect(opens).toEqual(results.map((one) => one === 'done'))
})

test('two concurrent confirmation links confirm the address once', async () => {
  const { user, client } = await shop.api.registerUser()
  await shop.api.mailServer.take({ to: user.email })
  const tokens = await twoLinks(() => client.sendActivationEmail(), { to: user.email, subject: /./ })
  const results = await runTogether(user.id, ...tokens.map((token) => () => guest().activate({ token })))
  expect([...results].sort()).toEqual(['confirmation_token_not_found', 'done'])
  expect((await client.currentUser()).emailConfirmed).toBe(true)
})

/** An account that has left two proven addresses, one after the other, with the links that undo the changes. */
async function movedTwice() {
  const owner = await shop.api.registerConfirmedUser()
  const { id, firstName, lastName, email: first } = owner.user
  const [second, third] = [2, 3].map((one) => `address-${one}-${crypto.randomUUID()}@mail.example`)
  const undo: string[] = []
  let from = first
  for (const email of [second!, third!]) {
    shop.clock.pass(1_000)
    await owner.client.proveOwner({ password: TEST_PASSWORD })
    await owner.client.editUser(id, { firstName, lastName, email })
    undo.push(linkTokenOf(await shop.api.mailServer.take({ to: from, subject: /is being changed/ })))
    const confirm = await shop.api.mailServer.take({ to: email })
    if (email === second) await guest().activate({ token: linkTokenOf(confirm) })
    else return { owner, id, first, second: second!, third: email, undo, confirm: linkTokenOf(confirm) }
    from = email
  }
  throw new Error('unreachable')
}

test('the first mail’s link undoes both changes, and the second one’s no longer works', {
  tags: ['ASVS-7.4.3'],
}, async () => {
  const { owner, first, undo, confirm } = await movedTwice()
  await guest().activate({ token: confirm })
  await guest().undoEmailChange({ token: undo[0]! })
  await expect(owner.client.currentUser()).rejects.toMatchObject({ status: 401 })
  const gone = { code: 'undo_token_not_found' }
  await expect(guest().undoEmailChange({ token: undo[1]! })).rejects.toMatchObject(gone)
  const mail = await shop.api.mailServer.take({ to: first, subject: /new password/ })
  await guest().resetPassword({ token: linkTokenOf(mail), newPassword: PASSWORDS[0] })
  expect(await isLoggedIn(first, PASSWORDS[0])).toBe(true)
})

test('both links used concurrently leave the account with one of its addresses and no pending change', async () => {
  const { id, first, second, undo } = await movedTwice()
  const results = await runTogether(id, ...undo.map((token) => () => guest().undoEmailChange({ token })))
  expect(results[0]).toBe('done')
  expect(['done', 'undo_token_not_found']).toContain(results[1])
  const { rows } = await shop.database.queries.execute(
    sql`select email, pending_email from laboratory.user_account where id = ${id}`,
  )
  expect([first, second]).toContain(rows[0]!.email)
  expect(rows[0]!.pending_email).toBeNull()
})

test('a new address confirmed while the change is being undone does not come back', {
  tags: ['ASVS-7.4.3'],
}, async () => {
  const { id, second, undo, confirm } = await movedTwice()
  const results = await runTogether(
    id,
    () => guest().undoEmailChange({ token: undo[1]! }),
    () => guest().activate({ token: confirm }),
  )
  expect(results[0]).toBe('done')
  // Confirmed a moment earlier, it is undone with the change.
  expect(['done', 'confirmation_token_not_found']).toContain(results[1])
  const { rows } = await shop.database.queries.execute(
    sql`select email, pending_email from laboratory.user_account where id = ${id}`,
  )
  expect(rows).toEqual([{ email: second, pending_email: null }])
})
