import { randomUUIDv7 } from 'node:crypto'
import { type FieldError, Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { networkOf } from '../network-of.ts'
import { issueAccessToken } from './access-tokens.ts'
import { dropMailedSecrets, takeByCode } from './mailed-secrets.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './passwords.ts'
import { users } from './tables.ts'
import { findUserByAddress, type User } from './user-queries.ts'

interface LogIn {
  username: string
  password: string
  code?: string | undefined
  clientAddress: string
  userAgent: string | undefined
}

/** The password is at hand only now: a hash of weaker days is made anew. */
async function renewHash(queries: Queries, { id, passwordHash }: User, password: string): Promise<void> {
  if (!isOutdatedHash(passwordHash)) return
  await queries
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
}

interface Known {
  username: string
  code: string | undefined
  /** The account whose password was right. */
  user: User | null
}

/**
 * The way in while others try passwords of the account from many places: the right password and a mailed code. Whoever does
 * not know the password learns nothing, gets no letter sent and uses up no code.
 * @throws Problem `login_code_required`
 */
async function assertMailedCode({ database, limits, mail, now }: ApiContext, known: Known): Promise<void> {
  const { username, user } = known
  const code = known.code?.replace(/\D/g, '')
  const required = (errors: FieldError[] = []) => new Problem('login_code_required', { errors })
  if (!code) {
    const mayMail = !(await limits.exceeds('loginCodeMailPerAccount', user?.id ?? username))
    // Without the right password the mail's job finds nobody: both ways take the same steps.
    if (mayMail) await mail.send(database.queries, 'login-code', { userId: user?.id ?? randomUUIDv7() })
    throw required()
  }
  const wrongCode = [{ path: 'code', message: 'not the mailed code', code: 'wrong_code' }]
  if (!user) throw required(wrongCode)
  if (await limits.exceeds('loginCodePerAccount', user.id)) {
    // The code ends, not the person: the next try gets a new one.
    await dropMailedSecrets(database.queries, user.id, 'logIn')
    await limits.reset('loginCodePerAccount', user.id)
    throw required(wrongCode)
  }
  const taken = await takeByCode(database.queries, { purpose: 'logIn', userId: user.id, code, now: now() })
  if (!taken) throw required(wrongCode)
  await limits.reset('loginCodePerAccount', user.id)
}

/**
 * Starts a new session. Takes as long for an unknown account as for a wrong password.
 * @throws Problem `invalid_credentials`, `login_code_required`, `too_many_requests`
 */
export async function logIn(
  context: ApiContext,
  { username, password, code, clientAddress, userAgent }: LogIn,
): Promise<string> {
  const { database, limits, now } = context
  const network = networkOf(clientAddress)
  const accountAndNetwork = `${username} ${network}`
  // Counted before the password is looked at: many tries at once are as many tries.
  await limits.consume('loginPerNetwork', network)
  await limits.consume('loginPerAccountAndNetwork', accountAndNetwork)
  const isTriedByMany = await limits.exceeds('loginPerAccount', username)
  const found = await findUserByAddress(database.queries, username)
  const isRight = await verifyPassword(found?.passwordHash ?? null, password)
  const user = isRight && found ? found : null
  if (isTriedByMany) await assertMailedCode(context, { username, code, user })
  if (!user) throw new Problem('invalid_credentials')
  await limits.reset('loginPerAccountAndNetwork', accountAndNetwork)
  await renewHash(database.queries, user, password)
  return issueAccessToken(database.queries, { userId: user.id, userAgent, now: now() })
}
