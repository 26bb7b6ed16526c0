import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import { and, eq, gt, lt } from 'drizzle-orm'
import { createCode, createToken, hashCode, hashToken } from './secrets.ts'
import { mailedSecrets } from './tables.ts'

const MINUTE_IN_MS = 60_000
const CODE_LIFETIME_MS = 10 * MINUTE_IN_MS
const LIFETIME_MS = { confirmEmail: 24 * 60 * MINUTE_IN_MS, resetPassword: 30 * MINUTE_IN_MS }
type Purpose = keyof typeof LIFETIME_MS

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

/**
 * Makes a link token, and a code for a confirmation, when the mail is sent. Earlier ones stay valid until they
 * expire or one is used: of two letters on their way either may arrive first.
 */
export async function createMailedSecret(
  queries: Queries,
  { userId, email, purpose, now }: { userId: string; email: string; purpose: Purpose; now: Date },
): Promise<{ token: string; code: string }> {
  const token = createToken()
  const code = createCode()
  const withCode = purpose === 'confirmEmail'
  await queries.insert(mailedSecrets).values({
    id: randomUUIDv7(),
    userId,
    purpose,
    email,
    tokenHash: hashToken(token),
    tokenExpiresAt: after(now, LIFETIME_MS[purpose]),
    codeHash: withCode ? hashCode(userId, code) : null,
    codeExpiresAt: withCode ? after(now, CODE_LIFETIME_MS) : null,
    createdAt: now,
  })
  return { token, code }
}

/** Takes a link token away and answers whose it was; undefined: unknown, spent or expired. Of two takers one gets it. */
export async function takeByToken(
  queries: Queries,
  { purpose, token, now }: { purpose: Purpose; token: string; now: Date },
) {
  const [secret] = await queries
    .delete(mailedSecrets)
    .where(
      and(
        eq(mailedSecrets.purpose, purpose),
        eq(mailedSecrets.tokenHash, hashToken(token)),
        gt(mailedSecrets.tokenExpiresAt, now),
      ),
    )
    .returning({ userId: mailedSecrets.userId, email: mailedSecrets.email })
  return secret
}

/** As `takeByToken`, for the six digits of a signed-in account. */
export async function takeByCode(
  queries: Queries,
  { userId, code, now }: { userId: string; code: string; now: Date },
) {
  const [secret] = await queries
    .delete(mailedSecrets)
    .where(
      and(
        eq(mailedSecrets.purpose, 'confirmEmail'),
        eq(mailedSecrets.userId, userId),
        eq(mailedSecrets.codeHash, hashCode(userId, code)),
        gt(mailedSecrets.codeExpiresAt, now),
      ),
    )
    .returning({ userId: mailedSecrets.userId, email: mailedSecrets.email })
  return secret
}

/** Makes the other letters of this purpose worthless. */
export async function dropMailedSecrets(queries: Queries, userId: string, purpose: Purpose): Promise<void> {
  await queries
    .delete(mailedSecrets)
    .where(and(eq(mailedSecrets.userId, userId), eq(mailedSecrets.purpose, purpose)))
}

export async function deleteExpiredMailedSecrets(queries: Queries, now: Date): Promise<void> {
  await queries.delete(mailedSecrets).where(lt(mailedSecrets.tokenExpiresAt, now))
}
