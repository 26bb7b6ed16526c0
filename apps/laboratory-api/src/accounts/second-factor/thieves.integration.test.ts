import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { apiOfFile } from '../../testing/api-of-file.ts'
import { TEST_PASSWORD, type TestUser } from '../../testing/test-api.ts'

const shop = apiOfFile()
const WRONG = { status: 422, code: 'wrong_second_factor', errors: [{ path: 'code' }] }

const codeAt = (secret: string) => generate({ secret, epoch: Math.floor(shop.clock.now.getTime() / 1000) })

/** The codes are of thirty seconds, each good once. */
const nextCode = (secret: string) => {
  shop.clock.pass(30_000)
  return codeAt(secret)
}

const notCode = (code: string) => (code === '000000' ? '000001' : '000000')

async function withApp(user?: TestUser) {
  const owner = user ?? (await shop.api.registerConfirmedUser())
  const { secret } = await owner.client.setUpTotp()
  const { recoveryCodes } = await owner.client.turnTotpOn({ code: await codeAt(secret) })
  return { ...owner, secret, recoveryCodes }
}

type Owner = Awaited<ReturnType<typeof withApp>>

/** The password's step; answers the token of the second. */
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

test('codes that are tried at once are as many tries, and right ones are none', {
  tags: ['ASVS-6.6.3'],
}, async () => {
  const tried = await withApp()
  const right = await nextCode(tried.secret)
  const steps: string[] = []
  for (let step = 0; step < 8; step++) steps.push(await loginStepOf(tried))
  const tries = steps.flatMap((step) => Array.from({ length: 5 }, () => finish(step, notCode(right))))
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
