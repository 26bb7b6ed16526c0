import argon2 from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { apiOfFile } from '../testing/api-of-file.ts'
import { TEST_PASSWORD } from '../testing/test-api.ts'
import { hashPassword } from './passwords.ts'
import { dropLoginSteps } from './second-factor/login-steps.ts'
import { dropPasskeys } from './second-factor/passkeys.ts'
import { proveAgain } from './second-factor/testing/proofs.ts'
import { createTestAuthenticator } from './second-factor/testing/test-authenticator.ts'
import { accessTokens, users } from './tables.ts'
import { changeAccountWhileLocked } from './testing/change-account-while-locked.ts'

// A login takes a while, and the password or passkey it relies on may end during it: then it must not succeed.

const shop = apiOfFile()
const NEW_PASSWORD = 'seven quiet bridges 12'
const INVALID = { status: 401, code: 'invalid_credentials' }

const codeOfApp = (secret: string) => generate({ secret, epoch: Math.floor(shop.clock.now.getTime() / 1000) })

async function withApp() {
  const owner = await shop.api.registerConfirmedUser()
  await proveAgain(shop, owner)
  const { secret } = await owner.client.setUpTotp()
  await owner.client.turnTotpOn({ code: await codeOfApp(secret) })
  shop.clock.pass(30_000)
  return { ...owner, secret }
}

const sessionsOf = (userId: string) =>
  shop.database.queries.$count(accessTokens, eq(accessTokens.userId, userId))

test('concurrent logins all succeed when one of them renews the hash of the password', async () => {
  const { user } = await shop.api.registerConfirmedUser()
  const passwordHash = await argon2.hash(TEST_PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
  await shop.database.queries.update(users).set({ passwordHash }).where(eq(users.id, user.id))
  const before = await sessionsOf(user.id)
  const login = () => shop.api.client().login({ username: user.email, password: TEST_PASSWORD })
  await Promise.all([login(), login(), login()])
  expect(await sessionsOf(user.id)).toBe(before + 3)
})

/** Sets a new password while a login has already verified the former one. */
async function resetDuringLogin(user: { id: string; email: string }) {
  const passwordHash = await hashPassword(NEW_PASSWORD)
  return changeAccountWhileLocked(
    shop.database,
    user.id,
    () => shop.api.client().login({ username: user.email, password: TEST_PASSWORD }),
    (queries) => queries.update(users).set({ passwordHash }).where(eq(users.id, user.id)),
  )
}

test('a login fails when its password changes during it', { tags: ['ASVS-7.4.3'] }, async () => {
  const { user } = await shop.api.registerConfirmedUser()
  expect(await resetDuringLogin(user)).toMatchObject({ status: 'rejected', reason: INVALID })
  await shop.api.client().login({ username: user.email, password: NEW_PASSWORD })
})

test('a login with a second factor gets no second step when its password changes during it', async () => {
  const { user } = await withApp()
  expect(await resetDuringLogin(user)).toMatchObject({ status: 'rejected', reason: INVALID })
})

test('a second step under way fails when the password changes', { tags: ['ASVS-7.4.3'] }, async () => {
  const { user, secret } = await withApp()
  const asked = await shop.api
    .client()
    .login({ username: user.email, password: TEST_PASSWORD })
    .catch(({ body }) => body)
  const finish = { loginStep: asked.loginStep, code: await codeOfApp(secret) }
  const outcome = await changeAccountWhileLocked(
    shop.database,
    user.id,
    () => shop.api.client().finishLogin(finish),
    (queries) => dropLoginSteps(queries, user.id),
  )
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'login_step_not_found' } })
})

test('a login by a passkey under way fails when the passkey is removed', {
  tags: ['ASVS-7.4.3'],
}, async () => {
  const { user, client } = await shop.api.registerConfirmedUser()
  const authenticator = createTestAuthenticator('https://shop.example')
  await proveAgain(shop, { client })
  const added = await client.startPasskey()
  const made = authenticator.create(added.options)
  await client.addPasskey({ challengeId: added.challengeId, response: made, name: 'A phone' })
  const { challengeId, options } = await shop.api.client().challengePasskey()
  const given = { challengeId, response: authenticator.get(options) }
  const outcome = await changeAccountWhileLocked(
    shop.database,
    user.id,
    () => shop.api.client().loginWithPasskey(given),
    (queries) => dropPasskeys(queries, user.id),
  )
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'passkey_refused' } })
})
