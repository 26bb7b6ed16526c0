import { generate } from 'otplib'
import type { apiOfFile } from '../../../testing/api-of-file.ts'
import { TEST_PASSWORD, type TestUser } from '../../../testing/test-api.ts'

/** Gives the password again, a moment after the login, as adding a passkey or an app requires. */
export async function proveAgain(
  { clock }: Pick<ReturnType<typeof apiOfFile>, 'clock'>,
  { client }: Pick<TestUser, 'client'>,
): Promise<void> {
  clock.pass(1)
  await client.proveOwner({ password: TEST_PASSWORD })
}

/** Six digits that the app shows neither now nor half a minute earlier or later: those are accepted, too. */
export async function notCode(secret: string, now: Date): Promise<string> {
  const epoch = Math.floor(now.getTime() / 1000)
  const accepted = await Promise.all([-30, 0, 30].map((away) => generate({ secret, epoch: epoch + away })))
  return ['000000', '000001', '000002', '000003'].find((code) => !accepted.includes(code))!
}
