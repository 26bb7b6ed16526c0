import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { apiOfFile, DAY, MINUTE } from '../../testing/api-of-file.ts'
import { linkTokenOf, TEST_PASSWORD, type TestUser } from '../../testing/test-api.ts'
import { notCode, proveAgain } from './testing/proofs.ts'

const shop = apiOfFile()
const WRONG = { status: 422, code: 'wrong_second_factor', errors: [{ path: 'code' }] }

const codeAt = (secret: string) => generate({ secret, epoch: Math.floor(shop.clock.now.getTime() / 1000) })

/** The next code: each is valid for thirty seconds and works once. */
const nextCode = (secret: string) => {
  shop.clock.pass(30_000)
  return codeAt(secret)
}

async function withApp(user?: TestUser) {
  const owner = user ?? (await shop.api.registerConfirmedUser())
  await proveAgain(shop, owner)
  const { secret } = await owner.client.setUpTotp()
  const { recoveryCodes } = await owner.client.turnTotpOn({ code: await codeAt(secret) })
  return { ...owner, secret, recoveryCodes }
}

type Owner = Awaited<ReturnType<typeof withApp>>

/** Logs in with the password; returns the token for the second step. */
async function loginStepOf({ user }: Pick<Owner, 'user'>, password = TEST_PASSWORD): Promise<string> {
  const failure = await shop.api
    .client()
    .login({ username: user.email, password })
    .catch((error) => error)
  expect(failure).toMatchObject({ status: 401, code: 'second_factor_required' })
  return failure.body.loginStep
}

const finish = async (loginStep: string, code: string) =>
  shop.api.client((await shop.api.client().finishLogin({ loginStep, code })).access_token)

test('concurrent tries of codes each count, and right codes do not', {
  tags: ['ASVS-6.6.3'],
}, async () => {
  const tried = await withApp()
  const wrongCode = await notCode(tried.secret, shop.clock.now)
  const steps: string[] = []
  for (let step = 0; step < 8; step++) steps.push(await loginStepOf(tried))
  const tries = steps.flatMap((step) => Array.from({ length: 5 }, () => finish(step, wrongCode)))
  const codes = (await Promise.allSettled(tries)).map((one) => one.status === 'rejected' && one.reason.code)
  expect(codes.filter((code) => code === 'wrong_second_factor')).toHaveLength(30)
  expect(codes.filter((code) => code === 'login_step_not_found')).toHaveLength(10)

  const owner = await withApp()
  for (let wrong = 0; wrong < 29; wrong++) {
    await shop.api.context.limits.consume('wrongSecondFactorPerAccount', owner.user.id)
  }
  await finish(await loginStepOf(owner), await nextCode(owner.secret))
  const client = await finish(await loginStepOf(owner), owner.recoveryCodes[0]!)
  await client.proveOwner({ code: await nextCode(owner.secret) })
  await finish(await loginStepOf(owner), await nextCode(owner.secret))
})

/** The thief changes the address; the owner undoes it by the mailed link and sets a new password. */
async function recoverAccount(
  owner: Pick<Owner, 'user'>,
  thief: TestUser['client'],
  password: string,
): Promise<void> {
  const { id, firstName, lastName, email } = owner.user
  await thief.editUser(id, { firstName, lastName, email: `thief-${crypto.randomUUID()}@mail.example` })
  const mail = await shop.api.mailServer.take({ to: email, subject: /is being changed/ })
  await shop.api.client().undoEmailChange({ token: linkTokenOf(mail) })
  const reset = await shop.api.mailServer.take({ to: email, subject: /new password/ })
  await shop.api.client().resetPassword({ token: linkTokenOf(reset), newPassword: password })
}

test('undoing a thief’s change of address also removes an app that the thief set up before it', {
  tags: ['slow'],
}, async () => {
  const owner = await shop.api.registerConfirmedUser()
  const login = await shop.api.client().login({ username: owner.user.email, password: TEST_PASSWORD })
  const thief = shop.api.client(login.access_token)
  await withApp({ ...owner, client: thief })
  shop.clock.pass(MINUTE)
  const password = 'seven quiet bridges 12'
  await recoverAccount(owner, thief, password)
  const back = await shop.api.client().login({ username: owner.user.email, password })
  expect((await shop.api.client(back.access_token).currentUser()).hasSecondFactor).toBe(false)
})

test('an app set up more than a week before a thief’s change stays, recovery codes that the thief renewed are removed', {
  tags: ['slow'],
}, async () => {
  const owner = await withApp()
  shop.clock.pass(8 * DAY)
  const thief = await finish(await loginStepOf(owner), await nextCode(owner.secret))
  const { recoveryCodes } = await thief.renewRecoveryCodes()
  const password = 'seven quiet bridges 12'
  await recoverAccount(owner, thief, password)
  await expect(finish(await loginStepOf(owner, password), recoveryCodes[0]!)).rejects.toMatchObject(WRONG)
  const back = await finish(await loginStepOf(owner, password), await nextCode(owner.secret))
  expect(await back.secondFactor()).toMatchObject({ totpSince: expect.any(String), recoveryCodesLeft: 0 })
})
