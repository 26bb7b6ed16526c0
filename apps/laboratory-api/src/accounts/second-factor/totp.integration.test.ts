import { createCipheriv, hash, randomBytes } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import { sql } from 'drizzle-orm'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { nameOfSecret } from '../../encryption/cipher.ts'
import { sweepSealedValues } from '../../encryption/sweep.ts'
import { apiOfFile, HOUR, MINUTE } from '../../testing/api-of-file.ts'
import { linkTokenOf, TEST_PASSWORD, type TestUser } from '../../testing/test-api.ts'
import { removeSecondFactor } from '../remove-second-factor-command.ts'
import { notCode, proveAgain } from './testing/proofs.ts'

const shop = apiOfFile()
const WRONG = { status: 422, code: 'wrong_second_factor', errors: [{ path: 'code' }] }
const PROOF_NEEDED = { status: 403, code: 'proof_required' }

const codeAt = (secret: string, at = shop.clock.now) =>
  generate({ secret, epoch: Math.floor(at.getTime() / 1000) })

/** The next code: each is valid for thirty seconds and works once. */
const nextCode = (secret: string) => {
  shop.clock.pass(30_000)
  return codeAt(secret)
}

const wrongCode = ({ secret }: { secret: string }) => notCode(secret, shop.clock.now)

async function withApp(user?: TestUser) {
  const owner = user ?? (await shop.api.registerConfirmedUser())
  await proveAgain(shop, owner)
  const { secret, uri } = await owner.client.setUpTotp()
  const { recoveryCodes } = await owner.client.turnTotpOn({ code: await codeAt(secret) })
  return { ...owner, secret, uri, recoveryCodes }
}

type Owner = Awaited<ReturnType<typeof withApp>>

/** Logs in with the password; returns the token for the second step. */
async function loginStepOf(
  { user }: Pick<Owner, 'user'>,
  password = TEST_PASSWORD,
  mailed: { code?: string; codeRequest?: string } = {},
): Promise<string> {
  const failure = await shop.api
    .client()
    .login({ username: user.email, password, ...mailed })
    .catch((error) => error)
  expect(failure).toMatchObject({ status: 401, code: 'second_factor_required' })
  return failure.body.loginStep
}

const finish = async (loginStep: string, code: string) =>
  shop.api.client((await shop.api.client().finishLogin({ loginStep, code })).access_token)

test('a code of the app turns the second factor on, and a login asks for one after the password', {
  tags: ['ASVS-6.3.3'],
}, async () => {
  const owner = await withApp()
  expect(owner.uri).toContain(`secret=${owner.secret}`)
  expect(owner.uri).toContain('otpauth://totp/Norma')
  expect(owner.recoveryCodes).toHaveLength(10)
  expect(await owner.client.secondFactor()).toMatchObject({
    totpSince: expect.any(String),
    recoveryCodesLeft: 10,
  })
  expect((await owner.client.currentUser()).hasSecondFactor).toBe(true)
  const mail = await shop.api.mailServer.take({ to: owner.user.email, subject: /second step/ })
  expect(mail.text).not.toContain(owner.secret)

  const step = await loginStepOf(owner)
  await expect(shop.api.client(step).currentUser()).rejects.toMatchObject({ status: 401 })
  const phone = await finish(step, await nextCode(owner.secret))
  expect((await phone.currentUser()).id).toBe(owner.user.id)
})

test('until the app is confirmed no code is asked for, and starting again makes another secret', async () => {
  const owner = await shop.api.registerConfirmedUser()
  await proveAgain(shop, owner)
  const first = await owner.client.setUpTotp()
  const second = await owner.client.setUpTotp()
  expect(second.secret).not.toBe(first.secret)
  expect(await owner.client.totpSetUp()).toEqual(second)
  await expect(owner.client.turnTotpOn({ code: await codeAt(first.secret) })).rejects.toMatchObject(WRONG)
  expect(
    (await shop.api.client().login({ username: owner.user.email, password: TEST_PASSWORD })).access_token,
  ).toBeTruthy()
  await owner.client.turnTotpOn({ code: await codeAt(second.secret) })
  await expect(owner.client.setUpTotp()).rejects.toMatchObject({ code: 'second_factor_already_on' })
  await expect(owner.client.totpSetUp()).rejects.toMatchObject({ status: 404 })
})

test('an account with an unproven mailbox sets nothing up, and neither does a session alone after ten minutes, which removes nothing either', {
  tags: ['ASVS-7.5.1'],
}, async () => {
  const unproven = await shop.api.registerUser()
  await expect(unproven.client.setUpTotp()).rejects.toMatchObject({ code: 'email_not_confirmed' })
  const plain = await shop.api.registerConfirmedUser()
  const owner = await withApp()
  shop.clock.pass(10 * MINUTE)
  await expect(plain.client.setUpTotp()).rejects.toMatchObject(PROOF_NEEDED)
  await expect(owner.client.turnTotpOff()).rejects.toMatchObject(PROOF_NEEDED)
  await expect(owner.client.renewRecoveryCodes()).rejects.toMatchObject(PROOF_NEEDED)
})

test('a code works once, even when used twice concurrently, and may be one time step off', {
  tags: ['ASVS-6.5.1'],
}, async () => {
  const owner = await withApp()
  const steps = await Promise.all([loginStepOf(owner), loginStepOf(owner)])
  const code = await nextCode(owner.secret)
  const both = await Promise.allSettled(steps.map((step) => finish(step, code)))
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(finish(await loginStepOf(owner), code)).rejects.toMatchObject(WRONG)
  const ahead = await codeAt(owner.secret, new Date(shop.clock.now.getTime() + 30_000))
  await finish(await loginStepOf(owner), ahead)
  shop.clock.pass(10 * MINUTE)
  const old = await codeAt(owner.secret, new Date(shop.clock.now.getTime() - 90_000))
  await expect(finish(await loginStepOf(owner), old)).rejects.toMatchObject(WRONG)
})

test('a login step allows five wrong codes and ten minutes, and works once', async () => {
  const owner = await withApp()
  const tried = await loginStepOf(owner)
  const right = await nextCode(owner.secret)
  for (let guess = 0; guess < 5; guess++) {
    await expect(finish(tried, await wrongCode(owner))).rejects.toMatchObject(WRONG)
  }
  const over = { status: 404, code: 'login_step_not_found' }
  await expect(finish(tried, right)).rejects.toMatchObject(over)
  const used = await loginStepOf(owner)
  await finish(used, right)
  await expect(finish(used, await nextCode(owner.secret))).rejects.toMatchObject(over)
  const late = await loginStepOf(owner)
  shop.clock.pass(10 * MINUTE)
  await expect(finish(late, await codeAt(owner.secret))).rejects.toMatchObject(over)
  await expect(finish('A'.repeat(43), '123456')).rejects.toMatchObject(over)
})

test('a new password ends the login steps begun with the former one', async () => {
  const owner = await withApp()
  const step = await loginStepOf(owner)
  await owner.client.changePassword({ currentPassword: TEST_PASSWORD, newPassword: 'seven quiet bridges 12' })
  await expect(finish(step, await nextCode(owner.secret))).rejects.toMatchObject({ status: 404 })
})

test('guessing codes with the right password does not lock the owner out: a mailed code lets them in', {
  tags: ['slow'],
}, async () => {
  const owner = await withApp()
  const right = await nextCode(owner.secret)
  const waiting = await loginStepOf(owner)
  let step = ''
  for (let guess = 0; guess < 30; guess++) {
    if (guess % 5 === 0) step = await loginStepOf(owner)
    await expect(finish(step, await wrongCode(owner))).rejects.toMatchObject(WRONG)
  }
  // The guesser's open step no longer works, and the password alone no longer leads to the second step.
  await expect(finish(waiting, right)).rejects.toMatchObject({ status: 404 })
  const refused = await shop.api
    .client()
    .login({ username: owner.user.email, password: TEST_PASSWORD })
    .catch((error) => error)
  expect(refused).toMatchObject({ code: 'login_code_required' })
  const mail = await shop.api.mailServer.take({ to: owner.user.email, subject: /your code to log in/ })
  const code = /\d{6}/.exec(mail.subject ?? '')![0]
  const client = await finish(
    await loginStepOf(owner, TEST_PASSWORD, { code, codeRequest: refused.body.codeRequest }),
    right,
  )
  expect((await client.currentUser()).id).toBe(owner.user.id)
})

test('a recovery code works once, however it is typed, and the owner is notified of its use', {
  tags: ['ASVS-6.5.1'],
}, async () => {
  const owner = await withApp()
  const mailed = () => shop.api.mailServer.take({ to: owner.user.email, subject: /second step/ })
  expect((await mailed()).text).toContain('needs a code from your app')
  const [code, another] = owner.recoveryCodes
  await finish(await loginStepOf(owner), ` ${code!.toLowerCase().replace('-', ' ')} `)
  await expect(finish(await loginStepOf(owner), code!)).rejects.toMatchObject(WRONG)
  const both = await Promise.allSettled(
    (await Promise.all([loginStepOf(owner), loginStepOf(owner)])).map((step) => finish(step, another!)),
  )
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await owner.client.secondFactor()).recoveryCodesLeft).toBe(8)
  for (const mail of [await mailed(), await mailed()]) {
    expect(mail.text).toContain('A recovery code was used to log in')
    for (const used of [code, another]) expect(mail.text).not.toContain(used)
  }
})

test('another person’s recovery code does not work, and new codes end the old ones', {
  tags: ['slow'],
}, async () => {
  const owner = await withApp()
  const stranger = await withApp()
  await expect(finish(await loginStepOf(owner), stranger.recoveryCodes[0]!)).rejects.toMatchObject(WRONG)
  const { recoveryCodes } = await owner.client.renewRecoveryCodes()
  expect(recoveryCodes).toHaveLength(10)
  await expect(finish(await loginStepOf(owner), owner.recoveryCodes[0]!)).rejects.toMatchObject(WRONG)
  await finish(await loginStepOf(owner), recoveryCodes[0]!)
})

test('once it is turned off, the password is enough again and the recovery codes are deleted', async () => {
  const owner = await withApp()
  await owner.client.turnTotpOff()
  await owner.client.turnTotpOff()
  expect(await owner.client.secondFactor()).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 })
  await shop.api.client().login({ username: owner.user.email, password: TEST_PASSWORD })
  await expect(owner.client.renewRecoveryCodes()).rejects.toMatchObject({ status: 404 })
})

test('a repeated proof needs what a login needs', async () => {
  const owner = await withApp()
  shop.clock.pass(10 * MINUTE)
  await expect(owner.client.proveOwner({ password: TEST_PASSWORD })).rejects.toMatchObject(WRONG)
  await expect(owner.client.proveOwner({})).rejects.toMatchObject({ code: 'invalid_fields' })
  // The code alone renews only the second factor.
  await owner.client.proveOwner({ code: await nextCode(owner.secret) })
  await expect(owner.client.turnTotpOff()).rejects.toMatchObject(PROOF_NEEDED)
  await owner.client.proveOwner({ password: TEST_PASSWORD, code: await nextCode(owner.secret) })
  await owner.client.turnTotpOff()
})

test('a stolen session can guess five codes in ten minutes', async () => {
  const owner = await withApp()
  const right = await nextCode(owner.secret)
  const code = await wrongCode(owner)
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => owner.client.proveOwner({ code })))
  const codes = tries.map((one) => (one.status === 'rejected' ? one.reason.code : 'proven'))
  expect(codes.filter((code) => code === 'wrong_second_factor')).toHaveLength(5)
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(7)
  // A new login of the owner is not held up.
  await finish(await loginStepOf(owner), right)
})

test('twelve hours after the second factor was given only results ask for it again', async () => {
  const owner = await withApp()
  const ask = async (path: string) => (await shop.api.request('GET', path, { token: owner.token })).status
  expect(await ask('test-results')).toBe(200)
  shop.clock.pass(12 * HOUR)
  expect([await ask('test-results'), await ask('orders'), await ask('users/current')]).toEqual([
    403, 200, 200,
  ])
  expect(await ask(`test-results/${crypto.randomUUID()}/patients/${crypto.randomUUID()}/report.pdf`)).toBe(
    403,
  )
  await owner.client.proveOwner({ code: await nextCode(owner.secret) })
  expect(await ask('test-results')).toBe(200)
  const without = await shop.api.registerUser()
  shop.clock.pass(12 * HOUR)
  expect((await shop.api.request('GET', 'test-results', { token: without.token })).status).toBe(200)
})

test('a session from before the second factor was turned on reads no results without it', async () => {
  const owner = await shop.api.registerConfirmedUser()
  const before = await shop.api.client().login({ username: owner.user.email, password: TEST_PASSWORD })
  const { secret } = await withApp(owner)
  const ask = () => shop.api.request('GET', 'test-results', { token: before.access_token })
  expect(await (await ask()).json()).toMatchObject({ status: 403, code: 'second_factor_stale' })
  await shop.api.client(before.access_token).proveOwner({ code: await nextCode(secret) })
  expect((await ask()).status).toBe(200)
})

test('a login ends the session whose token is sent along', async () => {
  const owner = await withApp()
  const other = await shop.api.registerUser()
  const loginStep = await loginStepOf(owner)
  const body = { loginStep, code: await nextCode(owner.secret) }
  const answer = await shop.api.request('POST', 'login/second-factor', { token: other.token, body })
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  await expect(other.client.currentUser()).rejects.toMatchObject({ status: 401 })
})

test('no secret, code or step token is stored, logged or exported; recovery codes are stored as salted hashes', {
  tags: ['ASVS-6.5.2'],
}, async () => {
  const owner = await withApp()
  const step = await loginStepOf(owner)
  const tables = ['totp', 'recovery_code', 'login_step']
  const stored = await Promise.all(
    tables.map((table) => shop.database.queries.execute(`select * from laboratory.${table}`)),
  )
  const exported = await (await owner.client.exportAccount()).text()
  const all = JSON.stringify(stored.map(({ rows }) => rows)) + JSON.stringify(shop.api.logLines) + exported
  for (const secret of [
    owner.secret,
    step,
    ...owner.recoveryCodes,
    ...owner.recoveryCodes.map((code) => code.replace('-', '')),
  ]) {
    expect(all).not.toContain(secret)
  }
  const salt = Buffer.from(owner.user.id.replaceAll('-', ''), 'hex')
  const parameters = { memoryCost: 19_456, timeCost: 1, parallelism: 1, salt }
  const dear = await argon2.hashRaw(owner.recoveryCodes[0]!.replace('-', ''), parameters)
  expect(stored[1]!.rows.map((row) => row.code_hash)).toContain(dear.toString('base64url'))
  expect(JSON.parse(exported).secondFactor).toMatchObject({ recoveryCodesLeft: 10 })
})

test('undoing a thief’s change of address also removes an app that the thief set up after it', {
  tags: ['slow'],
}, async () => {
  const owner = await shop.api.registerConfirmedUser()
  const login = await shop.api.client().login({ username: owner.user.email, password: TEST_PASSWORD })
  const thief = shop.api.client(login.access_token)
  const { id, firstName, lastName } = owner.user
  await thief.editUser(id, { firstName, lastName, email: `thief-${crypto.randomUUID()}@mail.example` })
  const mail = await shop.api.mailServer.take({ to: owner.user.email, subject: /is being changed/ })
  shop.clock.pass(1_000)
  await withApp({ ...owner, client: thief })
  await shop.api.client().undoEmailChange({ token: /token=([\w-]+)/.exec(mail.text ?? '')![1]! })
  const reset = await shop.api.mailServer.take({ to: owner.user.email, subject: /new password/ })
  const token = /token=([\w-]+)/.exec(reset.text ?? '')![1]!
  await shop.api.client().resetPassword({ token, newPassword: 'seven quiet bridges 12' })
  const back = await shop.api
    .client()
    .login({ username: owner.user.email, password: 'seven quiet bridges 12' })
  expect((await shop.api.client(back.access_token).currentUser()).hasSecondFactor).toBe(false)
})

test('support removes a lost second factor on proof, ends every session and notifies the owner', {
  tags: ['ASVS-6.4.4'],
}, async () => {
  const owner = await withApp()
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const code = await removeSecondFactor(shop.api.context, { args, print: (line) => lines.push(line) })
    return [code, lines[0]]
  }
  expect((await run(owner.user.email))[0]).toBe(2)
  expect((await run(owner.user.email, 'said-so', '4711'))[0]).toBe(2)
  expect((await run('nobody@mail.example', 'video-call', '4711'))[0]).toBe(1)
  expect((await owner.client.currentUser()).hasSecondFactor).toBe(true)
  expect((await run(owner.user.email.toUpperCase(), 'video-call', '4711'))[0]).toBe(0)
  await expect(owner.client.currentUser()).rejects.toMatchObject({ status: 401 })
  await shop.api.client().login({ username: owner.user.email, password: TEST_PASSWORD })
  expect((await run(owner.user.email, 'video-call', '4711'))[0]).toBe(1)
  const { rows } = await shop.database.queries.execute(
    `select actor, action from laboratory.audit_entry where request_id = 'support:video-call:4711'`,
  )
  expect(rows).toEqual([{ actor: 'job', action: 'update' }])
})

test('one account’s app is not a second factor of another', async () => {
  const owner = await withApp()
  const stranger = await shop.api.registerConfirmedUser()
  expect((await stranger.client.currentUser()).hasSecondFactor).toBe(false)
  await shop.api.client().login({ username: stranger.user.email, password: TEST_PASSWORD })
  await expect(stranger.client.renewRecoveryCodes()).rejects.toMatchObject({ status: 404 })
  await stranger.client.turnTotpOff()
  expect((await owner.client.currentUser()).hasSecondFactor).toBe(true)
})

/** Seals the secret of an app as release 0.1.0 did. */
function sealFormerly(key: string, userId: string, secret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', hash('sha256', `second factor: ${key}`, 'buffer'), nonce)
  cipher.setAAD(Buffer.from(userId))
  const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
  return `${nameOfSecret(key)}.${sealed.toString('base64url')}`
}

test('an app’s secret is encrypted; one sealed by an earlier release keeps working and is sealed again', {
  tags: ['ASVS-11.3.2'],
}, async () => {
  const owner = await withApp()
  const isOwner = sql`user_id = ${owner.user.id}::uuid`
  const stored = async () => {
    const { rows } = await shop.database.queries.execute<{ sealed: string }>(
      sql`select sealed_secret as sealed from laboratory.totp where ${isOwner}`,
    )
    return rows[0]!.sealed
  }
  expect(await stored()).not.toContain(owner.secret)
  const former = sealFormerly(shop.api.context.settings.encryptionKeys[0]!, owner.user.id, owner.secret)
  await shop.database.queries.execute(
    sql`update laboratory.totp set sealed_secret = ${former} where ${isOwner}`,
  )
  expect(await finish(await loginStepOf(owner), await nextCode(owner.secret))).toBeTruthy()
  expect(await sweepSealedValues(shop.api.context)).toEqual({ sealed: 1, failed: 0 })
  expect((await stored()).split('.')[0]).not.toBe(nameOfSecret(shop.api.context.settings.encryptionKeys[0]!))
  expect(await finish(await loginStepOf(owner), await nextCode(owner.secret))).toBeTruthy()
})

test('a password reset by the mailed link does not bypass the second factor', {
  tags: ['ASVS-6.4.3', 'ASVS-6.3.4'],
}, async () => {
  const owner = await withApp()
  await shop.api.client().requestPasswordReset({ email: owner.user.email })
  const mail = await shop.api.mailServer.take({ to: owner.user.email, subject: /password/i })
  const newPassword = 'harbour plum 58 lantern'
  await shop.api.client().resetPassword({ token: linkTokenOf(mail), newPassword })
  const step = await loginStepOf(owner, newPassword)
  await expect(finish(step, await wrongCode(owner))).rejects.toMatchObject(WRONG)
  expect(await finish(step, await nextCode(owner.secret))).toBeTruthy()
})
