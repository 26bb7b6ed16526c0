import { Problem } from '@shop/contract/problem'
import type { Viewer } from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { takeTotpCode } from './totp.ts'

/** For this long after the second factor was given, a session reads results without giving it again. */
export const FRESH_MS = 12 * 3_600_000

/** Whether a session may read results: without a second factor, or with one that was given recently. */
export function isSecondFactorFresh({ hasSecondFactor, secondFactorAt }: Viewer, now: Date): boolean {
  if (!hasSecondFactor) return true
  return secondFactorAt !== null && now.getTime() - secondFactorAt.getTime() < FRESH_MS
}

/** @throws Problem `second_factor_stale` */
export function assertFreshSecondFactor(viewer: Viewer, now: Date): void {
  if (!isSecondFactorFresh(viewer, now)) throw new Problem('second_factor_stale')
}

export function wrongSecondFactor(): Problem {
  return new Problem('wrong_second_factor', {
    errors: [
      {
        path: 'code',
        message: 'neither the app’s code nor a recovery code',
        code: 'wrong_second_factor',
      },
    ],
  })
}

const isAppCode = (typed: string) => /^\d{6}$/.test(typed)

interface TypedCode {
  userId: string
  code: string
}

async function takeCode(
  context: ApiContext,
  { userId, code: typed }: TypedCode,
): Promise<'totp' | 'recoveryCode' | null> {
  const { database, mail, now } = context
  const digits = typed.replaceAll(/[\s-]/g, '')
  if (isAppCode(digits)) {
    const isTaken = await takeTotpCode(context, database.queries, { userId, code: digits, now: now() })
    return isTaken ? 'totp' : null
  }
  if (!(await takeRecoveryCode(database.queries, userId, typed))) return null
  await mail.send(database.queries, 'second-factor-changed', { userId, change: 'recoveryCodeUsed' })
  return 'recoveryCode'
}

/**
 * Takes the app's six digits or a recovery code. The caller has already counted the try as a wrong one of the
 * account; a right one is taken back.
 */
export async function takeSecondFactorCode(
  context: ApiContext,
  typed: TypedCode,
): Promise<'totp' | 'recoveryCode' | null> {
  const taken = await takeCode(context, typed)
  if (taken) await context.limits.restore('wrongSecondFactorPerAccount', typed.userId)
  return taken
}

/**
 * The second factor of a signed-in account, five tries in ten minutes. Past the account's daily limit of wrong
 * codes, no matter who typed them, only a new login with a mailed code helps.
 * @throws Problem `wrong_second_factor`, `too_many_requests`
 */
export async function assertSecondFactorCode(
  context: ApiContext,
  { viewer, code }: { viewer: Viewer; code: string },
): Promise<void> {
  const { userId, tokenId } = viewer
  await context.limits.consume('secondFactorPerSession', tokenId)
  await context.limits.consume('wrongSecondFactorPerAccount', userId)
  if (!(await takeSecondFactorCode(context, { userId, code }))) throw wrongSecondFactor()
  await context.limits.reset('secondFactorPerSession', tokenId)
}
