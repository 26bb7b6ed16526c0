import type { PasskeyAnswer } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { noteProof } from './access-tokens.ts'
import { holdOwnAccount } from './lock-account.ts'
import { finishAuthentication } from './second-factor/passkeys.ts'
import { assertSecondFactorCode } from './second-factor/take-code.ts'
import { verifyOwnPassword } from './verify-own-password.ts'

interface Proof {
  password?: string | undefined
  /** The app's code or a recovery code. */
  code?: string | undefined
  passkey?: PasskeyAnswer | undefined
}

/**
 * Proves again, for this session, that its holder owns the account, with what a login asks for: password and
 * second factor, or a passkey. A code alone renews only the second factor, which results ask for.
 * @throws Problem `wrong_password`, `wrong_second_factor`, `passkey_refused`, `invalid_fields`,
 * `too_many_requests`, `unauthorized`: the session has ended in the meantime
 */
export async function proveOwner(
  context: ApiContext,
  { viewer, password, code, passkey }: Proof & { viewer: Viewer },
): Promise<void> {
  const { database, now } = context
  const note = (proof: Parameters<typeof noteProof>[2]) =>
    database.transaction(async (queries) => {
      await holdOwnAccount(queries, viewer)
      await noteProof(queries, viewer, proof)
    })
  if (passkey) {
    const { userId } = await finishAuthentication(context, passkey)
    if (userId !== viewer.userId) throw new Problem('passkey_refused')
    const at = now()
    await note({ provenAt: at, provenWith: 'passkey', secondFactorAt: at })
    return
  }
  if (password === undefined && code === undefined) {
    throw new Problem('invalid_fields', { errors: [{ path: 'password', message: 'required' }] })
  }
  if (password !== undefined) await verifyOwnPassword(context, { viewer, password, path: 'password' })
  const isCodeAsked = viewer.hasSecondFactor || password === undefined
  if (isCodeAsked) await assertSecondFactorCode(context, { viewer, code: code ?? '' })
  const at = now()
  await note({
    ...(password === undefined ? {} : { provenAt: at, provenWith: 'password' as const }),
    ...(isCodeAsked ? { secondFactorAt: at } : {}),
  })
}
