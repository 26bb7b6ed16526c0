import { randomUUIDv7 } from 'node:crypto'
import { LOGIN_STEP_MINUTES } from '@shop/contract/lifetimes'
import type { Queries } from '@shop/database/open-database'
import { and, eq, gt, lt, ne } from 'drizzle-orm'
import { createCode, createToken, hashCode, hashToken } from './secrets.ts'
import { mailedSecrets } from './tables.ts'

const MINUTE_IN_MS = 60_000
const CODE_LIFETIME_MS = 10 * MINUTE_IN_MS
export const MAILED_LIFETIMES_MS = {
  confirmEmail: 24 * 60 * MINUTE_IN_MS,
  resetPassword: CODE_LIFETIME_MS,
  logIn: LOGIN_STEP_MINUTES * MINUTE_IN_MS,
  undoEmailChange: 7 * 24 * 60 * MINUTE_IN_MS,
}
type Purpose = keyof typeof MAILED_LIFETIMES_MS

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

interface NewSecret {
  userId: string
  email: string
  purpose: Purpose
  /** For a code: what requested it. */
  request?: string
  /** When the event it is about happened, where the mail may be late. */
  since?: Date
  now: Date
}

/**
 * Makes a link token, and a code for a confirmation or a login, when the mail is sent. Earlier links stay valid
 * until they expire or one is used, since mails may arrive in any order. Earlier codes for the same request stay
 * valid too; codes for other requests end.
 */
export async function createMailedSecret(
  queries: Queries,
  { userId, email, purpose, request, since, now }: NewSecret,
): Promise<{ token: string; code: string }> {
  const token = createToken()
  const code = createCode()
  const withCode = request !== undefined
  if (withCode) {
    await queries
      .update(mailedSecrets)
      .set({ codeHash: null, codeExpiresAt: null })
      .where(
        and(
          eq(mailedSecrets.userId, userId),
          eq(mailedSecrets.purpose, purpose),
          ne(mailedSecrets.request, request),
        ),
      )
  }
  await queries.insert(mailedSecrets).values({
    id: randomUUIDv7(),
    userId,
    purpose,
    email,
    tokenHash: hashToken(token),
    tokenExpiresAt: after(now, MAILED_LIFETIMES_MS[purpose]),
    codeHash: withCode ? hashCode(userId, code) : null,
    codeExpiresAt: withCode ? after(now, CODE_LIFETIME_MS) : null,
    request: request ?? null,
    createdAt: since ?? now,
  })
  return { token, code }
}

interface LinkToken {
  purpose: Purpose
  token: string
  now: Date
}

const isLink = ({ purpose, token, now }: LinkToken) =>
  and(
    eq(mailedSecrets.purpose, purpose),
    eq(mailedSecrets.tokenHash, hashToken(token)),
    gt(mailedSecrets.tokenExpiresAt, now),
  )

const BELONGS_TO = {
  userId: mailedSecrets.userId,
  email: mailedSecrets.email,
  createdAt: mailedSecrets.createdAt,
}

/** The owner of a link token, which is not used up; undefined: unknown, spent or expired. */
export async function findByToken(queries: Queries, link: LinkToken) {
  const [secret] = await queries.select(BELONGS_TO).from(mailedSecrets).where(isLink(link))
  return secret
}

/** As `findByToken`, but uses the token up. Of two concurrent callers one gets it. */
export async function takeByToken(queries: Queries, link: LinkToken) {
  const [secret] = await queries.delete(mailedSecrets).where(isLink(link)).returning(BELONGS_TO)
  return secret
}

/**
 * As `takeByToken`, for the six digits of an account that has identified itself by other means, only for the
 * request they were made for.
 */
export async function takeByCode(
  queries: Queries,
  { purpose, userId, code, request, now }: Omit<Required<NewSecret>, 'email' | 'since'> & { code: string },
) {
  const [secret] = await queries
    .delete(mailedSecrets)
    .where(
      and(
        eq(mailedSecrets.purpose, purpose),
        eq(mailedSecrets.userId, userId),
        eq(mailedSecrets.codeHash, hashCode(userId, code)),
        eq(mailedSecrets.request, request),
        gt(mailedSecrets.codeExpiresAt, now),
      ),
    )
    .returning(BELONGS_TO)
  return secret
}

/** Revokes all mailed secrets of this purpose. */
export async function dropMailedSecrets(queries: Queries, userId: string, purpose: Purpose): Promise<void> {
  await queries
    .delete(mailedSecrets)
    .where(and(eq(mailedSecrets.userId, userId), eq(mailedSecrets.purpose, purpose)))
}

export async function deleteExpiredMailedSecrets(queries: Queries, now: Date): Promise<void> {
  await queries.delete(mailedSecrets).where(lt(mailedSecrets.tokenExpiresAt, now))
}
