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
