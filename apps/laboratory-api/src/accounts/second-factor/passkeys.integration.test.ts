import { expect, test } from 'vitest'
import { apiOfFile, HOUR, MINUTE } from '../../testing/api-of-file.ts'
import { TEST_PASSWORD, type TestUser } from '../../testing/test-api.ts'
import { proveAgain } from './testing/proofs.ts'
import { createTestAuthenticator } from './testing/test-authenticator.ts'

const shop = apiOfFile()
const ORIGIN = 'https://shop.example'
const REFUSED = { status: 422, code: 'passkey_refused' }
const PROOF_NEEDED = { status: 403, code: 'proof_required' }

type Authenticator = ReturnType<typeof createTestAuthenticator>

async function provenUser() {
  const user = await shop.api.registerConfirmedUser()
  await proveAgain(shop, user)
  return user
}

async function withPasskey(user?: TestUser, name = 'My phone') {
  const owner = user ?? (await provenUser())
  const authenticator = createTestAuthenticator(ORIGIN)
  const { challengeId, options } = await owner.client.startPasskey()
  const response = authenticator.create(options)
  const { recoveryCodes } = await owner.client.addPasskey({ challengeId, response, name })
  return { ...owner, authenticator, recoveryCodes }
}

async function answer(authenticator: Authenticator, how?: Parameters<Authenticator['get']>[1]) {
  const { challengeId, options } = await shop.api.client().challengePasskey()
  return { challengeId, response: authenticator.get(options, how) }
}

const enter = async (given: Awaited<ReturnType<typeof answer>>) =>
  shop.api.client((await shop.api.client().loginWithPasskey(given)).access_token)

test('a passkey is added, listed and renamed, and logs in on its own', {
  tags: ['ASVS-6.3.3', 'ASVS-6.3.4'],
}, async () => {
  const owner = await withPasskey()
  expect(owner.recoveryCodes).toHaveLength(10)
  const [passkey] = (await owner.client.secondFactor()).passkeys
  expect(passkey).toMatchObject({ name: 'My phone', isSynced: false, lastUsedAt: null })
  shop.clock.pass(MINUTE)
  const phone = await enter(await answer(owner.authenticator))
  expect(await phone.currentUser()).toMatchObject({ id: owner.user.id, hasSecondFactor: true })
  await phone.renamePasskey(passkey!.id, { name: 'Anna’s phone' })
  expect((await phone.secondFactor()).passkeys).toMatchObject([
    { name: 'Anna’s phone', lastUsedAt: shop.clock.now.toISOString() },
  ])
  // It is both factors: results can be read, and calls that need a fresh proof work too.
  expect((await phone.testResults()).items).toEqual([])
  expect((await phone.exportAccount()).status).toBe(200)
  const mail = await shop.api.mailServer.take({ to: owner.user.email, subject: /second step/ })
  expect(mail.text).toContain('A passkey has been added')
})

test('from then on a login by password needs a second step, such as a recovery code', async () => {
  const owner = await withPasskey()
  const failure = await shop.api
    .client()
    .login({ username: owner.user.email, password: TEST_PASSWORD })
    .catch((error) => error)
  expect(failure).toMatchObject({ code: 'second_factor_required' })
  const code = owner.recoveryCodes[0]!
  await shop.api.client().finishLogin({ loginStep: failure.body.loginStep, code })
})

test('an answer is valid once, for five minutes, on the shop’s own pages, and only with user verification', async () => {
  const { authenticator } = await withPasskey()
  const given = await answer(authenticator)
  const both = await Promise.allSettled([enter(given), enter(given)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(enter(given)).rejects.toMatchObject(REFUSED)
  const late = await answer(authenticator)
  shop.clock.pass(5 * MINUTE)
  await expect(enter(late)).rejects.toMatchObject(REFUSED)
  await expect(enter(await answer(authenticator, { at: 'https://sh0p.example' }))).rejects.toMatchObject(
    REFUSED,
  )
  await expect(enter(await answer(authenticator, { verified: false }))).rejects.toMatchObject(REFUSED)
  await expect(enter(await answer(createTestAuthenticator(ORIGIN)))).rejects.toMatchObject(REFUSED)
})

test('a signature by another key under a known id is refused', async () => {
  const { authenticator } = await withPasskey()
  const forged = await answer(createTestAuthenticator(ORIGIN))
  const { id } = authenticator
  await expect(enter({ ...forged, response: { ...forged.response, id, rawId: id } })).rejects.toMatchObject(
    REFUSED,
  )
})

test('a challenge for one account makes no passkey for another, and none serves as a login', async () => {
  const owner = await provenUser()
  const stranger = await provenUser()
  const authenticator = createTestAuthenticator(ORIGIN)
  const { challengeId, options } = await owner.client.startPasskey()
  const response = authenticator.create(options)
  await expect(stranger.client.addPasskey({ challengeId, response, name: 'x' })).rejects.toMatchObject(
    REFUSED,
  )
  // Trying another account's challenge does not use it up.
  await owner.client.addPasskey({ challengeId, response, name: 'x' })
  await expect(owner.client.addPasskey({ challengeId, response, name: 'x' })).rejects.toMatchObject(REFUSED)
  const added = await withPasskey(owner)
  const again = await owner.client.startPasskey()
  const getting = added.authenticator.get({ ...again.options, rpId: 'shop.example' })
  await expect(enter({ challengeId: again.challengeId, response: getting })).rejects.toMatchObject(REFUSED)
  const guests = await shop.api.client().challengePasskey()
  const made = createTestAuthenticator(ORIGIN).create({ ...guests.options, rp: { id: 'shop.example' } })
  await expect(
    owner.client.addPasskey({ challengeId: guests.challengeId, response: made, name: 'x' }),
  ).rejects.toMatchObject(REFUSED)
})

test('an account has twenty passkeys at most, however many are started concurrently', {
  tags: ['slow'],
}, async () => {
  const owner = await provenUser()
  const started = await Promise.all(Array.from({ length: 23 }, () => owner.client.startPasskey()))
  const added = await Promise.allSettled(
    started.map(({ challengeId, options }, at) => {
      const response = createTestAuthenticator(ORIGIN).create(options)
      return owner.client.addPasskey({ challengeId, response, name: `Key ${at}` })
    }),
  )
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  const refusals = added.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(refusals).toEqual(Array(3).fill('too_many_passkeys'))
  expect((await owner.client.secondFactor()).passkeys).toHaveLength(20)
})

test('making, using and removing a passkey are logged as security events with the account but not the passkey', {
  tags: ['ASVS-16.3.1'],
}, async () => {
  shop.api.logLines.length = 0
  const owner = await withPasskey(undefined, 'Anna’s phone')
  await enter(await answer(owner.authenticator))
  await enter(await answer(owner.authenticator, { verified: false })).catch(() => null)
  await enter(await answer(createTestAuthenticator(ORIGIN))).catch(() => null)
  const [passkey] = (await owner.client.secondFactor()).passkeys
  await owner.client.removePasskey(passkey!.id)
  const words = ['passkeyAdded', 'passkeyLogin', 'passkeyRemoved']
  const lines = shop.api.logLines.filter(
    ({ log, event }) => log === 'security' && words.includes(String(event)),
  )
  expect(lines.map(({ event, outcome, account }) => [event, outcome, account])).toEqual([
    ['passkeyAdded', 'done', owner.user.id],
    ['passkeyLogin', 'done', owner.user.id],
    ['passkeyLogin', 'passkey_refused', owner.user.id],
    ['passkeyLogin', 'passkey_refused', null],
    ['passkeyRemoved', 'done', owner.user.id],
  ])
  expect(JSON.stringify(shop.api.logLines)).not.toMatch(new RegExp(`${owner.authenticator.id}|phone`))
})

test('a passkey belongs to one account only', async () => {
  const owner = await withPasskey()
  const stranger = await provenUser()
  const { challengeId, options } = await stranger.client.startPasskey()
  const response = owner.authenticator.create(options)
  await expect(stranger.client.addPasskey({ challengeId, response, name: 'x' })).rejects.toMatchObject(
    REFUSED,
  )
  expect((await stranger.client.currentUser()).hasSecondFactor).toBe(false)
})

test('a login alone can add neither a passkey nor an app: that needs the password or a passkey again', {
  tags: ['ASVS-7.5.1'],
}, async () => {
  const owner = await shop.api.registerConfirmedUser()
  const { access_token: stolen } = await shop.api
    .client()
    .login({ username: owner.user.email, password: TEST_PASSWORD })
  const thief = shop.api.client(stolen)
  await expect(thief.startPasskey()).rejects.toMatchObject(PROOF_NEEDED)
  await expect(thief.setUpTotp()).rejects.toMatchObject(PROOF_NEEDED)
  // The thief cannot finish what the owner has begun.
  await proveAgain(shop, owner)
  await owner.client.setUpTotp()
  await expect(thief.totpSetUp()).rejects.toMatchObject(PROOF_NEEDED)
  await expect(thief.turnTotpOn({ code: '000000' })).rejects.toMatchObject(PROOF_NEEDED)
  const authenticator = createTestAuthenticator(ORIGIN)
  const { challengeId, options } = await owner.client.startPasskey()
  const made = { challengeId, response: authenticator.create(options), name: 'x' }
  await expect(thief.addPasskey(made)).rejects.toMatchObject(PROOF_NEEDED)
  await owner.client.addPasskey(made)

  const phone = await enter(await answer(authenticator))
  await expect(phone.startPasskey()).rejects.toMatchObject(PROOF_NEEDED)
  shop.clock.pass(1)
  await phone.proveOwner({ passkey: await answer(authenticator) })
  await phone.startPasskey()
})

test('ten minutes after the login a session alone adds and removes no passkey; a passkey proves the owner again', {
  tags: ['slow'],
}, async () => {
  const owner = await withPasskey()
  const [{ id } = { id: '' }] = (await owner.client.secondFactor()).passkeys
  shop.clock.pass(10 * MINUTE)
  await expect(owner.client.startPasskey()).rejects.toMatchObject(PROOF_NEEDED)
  await expect(owner.client.removePasskey(id)).rejects.toMatchObject(PROOF_NEEDED)
  const stranger = await withPasskey()
  await expect(
    owner.client.proveOwner({ passkey: await answer(stranger.authenticator) }),
  ).rejects.toMatchObject(REFUSED)
  await owner.client.proveOwner({ passkey: await answer(owner.authenticator) })
  await owner.client.removePasskey(id)
  await expect(owner.client.removePasskey(id)).rejects.toMatchObject({ status: 404 })
  expect(await owner.client.secondFactor()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
  await expect(enter(await answer(owner.authenticator))).rejects.toMatchObject(REFUSED)
  await shop.api.client().login({ username: owner.user.email, password: TEST_PASSWORD })
})

test('with a passkey just used, a new password and the erasure need no current password', async () => {
  const owner = await withPasskey()
  await expect(owner.client.changePassword({ newPassword: 'seven quiet bridges 12' })).rejects.toMatchObject({
    code: 'wrong_password',
  })
  const phone = await enter(await answer(owner.authenticator))
  expect((await phone.secondFactor()).provenWithPasskey).toBe(true)
  await phone.changePassword({ newPassword: 'seven quiet bridges 12' })
  shop.clock.pass(10 * MINUTE)
  await expect(phone.eraseAccount({})).rejects.toMatchObject({ code: 'wrong_password' })
  await phone.proveOwner({ passkey: await answer(owner.authenticator) })
  await phone.eraseAccount({})
  await expect(enter(await answer(owner.authenticator))).rejects.toMatchObject(REFUSED)
})

test('results need the passkey again after twelve hours', async () => {
  const owner = await withPasskey()
  const phone = await enter(await answer(owner.authenticator))
  shop.clock.pass(12 * HOUR)
  await expect(phone.testResults()).rejects.toMatchObject({ status: 403, code: 'second_factor_stale' })
  await phone.proveOwner({ passkey: await answer(owner.authenticator) })
  expect((await phone.testResults()).items).toEqual([])
})

test('another account can neither rename nor remove a passkey, and an unproven mailbox gets none', async () => {
  const owner = await withPasskey()
  const [{ id } = { id: '' }] = (await owner.client.secondFactor()).passkeys
  const stranger = await shop.api.registerUser()
  await expect(stranger.client.renamePasskey(id, { name: 'mine' })).rejects.toMatchObject({ status: 404 })
  await expect(stranger.client.removePasskey(id)).rejects.toMatchObject({ status: 404 })
  await expect(stranger.client.startPasskey()).rejects.toMatchObject({ code: 'email_not_confirmed' })
})

test('a login by passkey ends the session whose token is sent along', async () => {
  const owner = await withPasskey()
  const body = await answer(owner.authenticator)
  const login = await shop.api.request('POST', 'login/passkey', { token: owner.token, body })
  expect([login.status, login.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  await expect(owner.client.currentUser()).rejects.toMatchObject({ status: 401 })
})
