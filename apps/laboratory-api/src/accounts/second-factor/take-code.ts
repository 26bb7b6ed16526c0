import { Problem } from '@shop/contract/problem'
import type { Viewer } from '../../api.ts'
import type { ApiContext } from '../../context.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { takeTotpCode } from './totp.ts'

/** So long after it was given a session reads results without the second factor. */
const FRESH_MS = 12 * 3_600_000

/** Refuses results to a session whose second factor was given long ago. @throws Problem `second_factor_stale` */
export function assertFreshSecondFactor({ hasSecondFactor, secondFactorAt }: Viewer, now: Date): void {
  if (!hasSecondFactor) return
  if (secondFactorAt && now.getTime() - secondFactorAt.getTime() < FRESH_MS) return
  throw new Problem('second_factor_stale')
}

export function wrongSecondFactor(): Problem {
  return new Problem('wrong_second_factor', {
    errors: [
      {
        path: 'code',
        message: 'neither the code of the app nor a recovery code',
        code: 'wrong_second_factor',
      },
    ],
  })
}

const isAppCode = (typed: string) => /^\d{6}$/.test(typed)

/** Takes the app's six digits or a recovery code; a wrong one counts against the account. */
export async function takeSecondFactorCode(
  context: ApiContext,
  { userId, code: typed }: { userId: string; code: string },
): Promise<'totp' | 'recoveryCode' | null> {
  const { database, limits, mail, now } = context
  const digits = typed.replaceAll(/[\s-]/g, '')
  if (isAppCode(digits)) {
    if (await takeTotpCode(context, database.queries, { userId, code: digits, now: now() })) return 'totp'
  } else if (await takeRecoveryCode(database.queries, userId, typed)) {
    await mail.send(database.queries, 'second-factor-changed', { userId, change: 'recoveryCodeUsed' })
    return 'recoveryCode'
  }
  await limits.exceeds('wrongSecondFactorPerAccount', userId)
  return null
}

/**
 * The second factor of somebody who is logged in, five tries in ten minutes. Past the day's wrong codes of the account, whoever
 * tries them, only a new login helps, with a mailed code.
 * @throws Problem `wrong_second_factor`, `too_many_requests`
 */
export async function assertSecondFactorCode(
  context: ApiContext,
  { viewer, code }: { viewer: Viewer; code: string },
): Promise<void> {
  const { userId, tokenId } = viewer
  await context.limits.consume('secondFactorPerSession', tokenId)
  await context.limits.assertLeft('wrongSecondFactorPerAccount', userId)
  if (!(await takeSecondFactorCode(context, { userId, code }))) throw wrongSecondFactor()
  await context.limits.reset('secondFactorPerSession', tokenId)
}
