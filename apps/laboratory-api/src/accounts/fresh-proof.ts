import { Problem } from '@shop/contract/problem'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { noteProof } from './access-tokens.ts'
import { assertSecondFactorCode } from './second-factor/take-code.ts'
import { verifyOwnPassword } from './verify-own-password.ts'

/** So long after a login or a repeated proof a session alone may do what could take the account or its results away. */
const FRESH_MS = 10 * 60_000

/** Refuses what a stolen or forgotten session must not do. @throws Problem `proof_required` */
export function assertFreshProof({ provenAt }: Viewer, now: Date): void {
  if (!provenAt || now.getTime() - provenAt.getTime() >= FRESH_MS) throw new Problem('proof_required')
}

interface Proof {
  password?: string | undefined
  /** Of the app or of recovery. */
  code?: string | undefined
}

/**
 * Proves once more, for this session, whose account it is: with what a login asks for. A code alone renews the second factor, which
 * results ask for, and no more.
 * @throws Problem `wrong_password`, `wrong_second_factor`, `invalid_fields`, `too_many_requests`
 */
export async function proveOwner(
  context: ApiContext,
  { viewer, password, code }: Proof & { viewer: Viewer },
): Promise<void> {
  const { database, now } = context
  if (password === undefined && code === undefined) {
    throw new Problem('invalid_fields', { errors: [{ path: 'password', message: 'required' }] })
  }
  if (password !== undefined) await verifyOwnPassword(context, { viewer, password, path: 'password' })
  const isCodeAsked = viewer.hasSecondFactor || password === undefined
  if (isCodeAsked) await assertSecondFactorCode(context, { viewer, code: code ?? '' })
  const at = now()
  await noteProof(database.queries, viewer, {
    ...(password === undefined ? {} : { provenAt: at }),
    ...(isCodeAsked ? { secondFactorAt: at } : {}),
  })
}
