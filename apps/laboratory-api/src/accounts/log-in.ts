import { randomUUIDv7 } from 'node:crypto'
import type { PasskeyAnswer } from '@shop/contract/accounts'
import { type FieldError, Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { networkOf } from '@shop/server/network-of'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { issueAccessToken } from './access-tokens.ts'
import { lockAccount } from './lock-account.ts'
import { dropMailedSecrets, takeByCode } from './mailed-secrets.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './passwords.ts'
import { needsSecondFactor } from './second-factor/has-second-factor.ts'
import { createLoginStep, endLoginStep, tryLoginStep } from './second-factor/login-steps.ts'
import { finishAuthentication, hasPasskey } from './second-factor/passkeys.ts'
import { takeSecondFactorCode, wrongSecondFactor } from './second-factor/take-code.ts'
import { passkeyRefused } from './second-factor/webauthn.ts'
import { createToken, hashToken } from './secrets.ts'
import { users } from './tables.ts'
import { findUsersByAddress, type User } from './user-queries.ts'

interface LogIn {
  username: string
  password: string
  code?: string | undefined
  codeRequest?: string | undefined
  clientAddress: string
  userAgent: string | undefined
}

/**
 * Locks the account if its password is still the one that was right: comparing takes a while, in which the
 * password may have been changed and every session ended.
 */
async function lockVerified(queries: Queries, { id, passwordHash }: User, password: string): Promise<User> {
  const account = await lockAccount(queries, id)
  // A concurrent login may have renewed the hash of the same password.
  const isRight =
    account?.passwordHash === passwordHash || (await verifyPassword(account?.passwordHash ?? null, password))
  if (!account || !isRight) throw new Problem('invalid_credentials')
  return account
}

interface Known {
  username: string
  code: string | undefined
  /** The browser's token for which a code was mailed. */
  codeRequest: string | undefined
  /** The account whose password was right; null: none. */
  user: User | null
}

/**
 * The login while the account's passwords are being tried from many places: the right password and a mailed code,
 * which counts only in the browser that requested it. A caller without the password learns nothing, causes no
 * mail and uses up no code.
 * @throws Problem `login_code_required`
 */
async function assertMailedCode({ database, limits, mail, now }: ApiContext, known: Known): Promise<void> {
  const { username, user } = known
  const code = known.code?.replace(/\D/g, '')
  const required = (errors: FieldError[], codeRequest?: string) =>
    new Problem('login_code_required', { errors, extension: codeRequest ? { codeRequest } : {} })
  if (!code) {
    const mayMail = !(await limits.exceeds('loginCodeMailPerAccount', user?.id ?? username))
    // Tries with the right password are counted separately, so the answer must not show whether a mail is sent.
    const codeRequest = known.codeRequest ?? createToken()
    // Without the right password the mail's job finds no user: both cases take the same steps.
    if (mayMail) {
      const request = hashToken(codeRequest)
      await mail.send(database.queries, 'login-code', { userId: user?.id ?? randomUUIDv7(), request })
    }
    throw required([], codeRequest)
  }
  const wrongCode = [{ path: 'code', message: 'not the mailed code', code: 'wrong_code' }]
  if (!user) throw required(wrongCode)
  if (await limits.exceeds('loginCodePerAccount', user.id)) {
    // The code ends, the account is not locked: the next try gets a new code.
    await dropMailedSecrets(database.queries, user.id, 'logIn')
    await limits.reset('loginCodePerAccount', user.id)
    throw required(wrongCode)
  }
  const taken = await takeByCode(database.queries, {
    purpose: 'logIn',
    userId: user.id,
    code,
    request: hashToken(known.codeRequest ?? ''),
    now: now(),
  })
  if (!taken) throw required(wrongCode)
  await limits.reset('loginCodePerAccount', user.id)
}

/**
 * The account with this name and password. One hash is compared, even for an unknown name; several only for an
 * address that no account has proven.
 */
async function findByPassword(queries: Queries, username: string, password: string): Promise<User | null> {
  return withPassword(await findUsersByAddress(queries, username), password)
}

/** The one of these accounts that has the password. One hash is compared even if there is none of them. */
export async function withPassword(accounts: readonly User[], password: string): Promise<User | null> {
  const [first = null, ...others] = accounts
  for (const user of [first, ...others]) {
    if (await verifyPassword(user?.passwordHash ?? null, password)) return user
  }
  return null
}

/**
 * Starts a new session. Takes as long for an unknown account as for a wrong password. An account with a second
 * factor must give it next: the problem carries the token of that step.
 * @throws Problem `invalid_credentials`, `login_code_required`, `second_factor_required`, `too_many_requests`
 */
export async function logIn(
  context: ApiContext,
  { username, password, code, codeRequest, clientAddress, userAgent }: LogIn,
): Promise<string> {
  const { database, limits, now } = context
  const network = networkOf(clientAddress)
  const accountAndNetwork = `${username} ${network}`
  // Counted before the password is checked: concurrent tries each count.
  await limits.consume('loginPerNetwork', network)
  await limits.consume('loginPerAccountAndNetwork', accountAndNetwork)
  const isTriedByMany = await limits.exceeds('loginPerAccount', username)
  const user = await findByPassword(database.queries, username, password)
  // Only a caller with the right password can reach the second factor.
  const withMailedCode =
    isTriedByMany || (user !== null && (await limits.isUsedUp('wrongSecondFactorPerAccount', user.id)))
  if (withMailedCode) await assertMailedCode(context, { username, code, codeRequest, user })
  if (!user) throw new Problem('invalid_credentials')
  await limits.reset('loginPerAccountAndNetwork', accountAndNetwork)
  // The password is available only now: a hash with outdated parameters is replaced.
  const renewedHash = isOutdatedHash(user.passwordHash) ? await hashPassword(password) : null
  const userId = user.id
  const entered = await database.transaction(async (queries) => {
    const account = await lockVerified(queries, user, password)
    if (renewedHash && account.passwordHash === user.passwordHash) {
      await queries.update(users).set({ passwordHash: renewedHash }).where(eq(users.id, userId))
    }
    if (await needsSecondFactor(queries, userId)) {
      return { loginStep: await createLoginStep(queries, { userId, withMailedCode, now: now() }) }
    }
    return { accessToken: await issueAccessToken(queries, { userId, userAgent, now: now() }) }
  })
  if (entered.accessToken !== undefined) return entered.accessToken
  throw new Problem('second_factor_required', { extension: { loginStep: entered.loginStep } })
}

interface PasskeyLogin {
  challengeId: string
  response: PasskeyAnswer['response']
  clientAddress: string
  userAgent: string | undefined
}

/**
 * A login by passkey alone: the device is present and has asked for finger, face or PIN, so it is both factors.
 * @throws Problem `passkey_refused`, `too_many_requests`
 */
export async function logInWithPasskey(
  context: ApiContext,
  { challengeId, response, clientAddress, userAgent }: PasskeyLogin,
): Promise<string> {
  const { database, limits, now } = context
  await limits.consume('passkeyPerNetwork', networkOf(clientAddress))
  const proven = await finishAuthentication(context, { challengeId, response })
  const { userId } = proven
  return database.transaction(async (queries) => {
    const account = await lockAccount(queries, userId)
    // The passkey may have been removed in the meantime, to keep this very caller out.
    if (!account || !(await hasPasskey(queries, proven))) throw passkeyRefused()
    return issueAccessToken(queries, {
      userId,
      userAgent,
      withSecondFactor: true,
      provenWith: 'passkey',
      now: now(),
    })
  })
}

interface FinishLogin {
  loginStep: string
  code: string
  clientAddress: string
  userAgent: string | undefined
}

/**
 * The second step of a login: the app's code or a recovery code.
 * @throws Problem `login_step_not_found` (unknown, expired, tried too often: start again with the password),
 * `wrong_second_factor`, `too_many_requests`
 */
export async function finishLogIn(
  context: ApiContext,
  { loginStep, code, clientAddress, userAgent }: FinishLogin,
): Promise<string> {
  const { database, limits, now } = context
  await limits.consume('secondFactorPerNetwork', networkOf(clientAddress))
  const step = await tryLoginStep(database.queries, loginStep, now())
  if (!step) throw new Problem('login_step_not_found')
  const { id, userId, withMailedCode } = step
  // Counted as wrong before it is checked, so that concurrent tries each count. After too many guesses the login
  // starts again with the password, and with a mailed code as well.
  const isGuessedAt = await limits.exceeds('wrongSecondFactorPerAccount', userId)
  if (isGuessedAt && !withMailedCode) throw new Problem('login_step_not_found')
  if (!(await takeSecondFactorCode(context, { userId, code }))) throw wrongSecondFactor()
  return database.transaction(async (queries) => {
    // A change of the password locks the account too, and deletes the step.
    const account = await lockAccount(queries, userId)
    if (!account || !(await endLoginStep(queries, id))) throw new Problem('login_step_not_found')
    return issueAccessToken(queries, { userId, userAgent, withSecondFactor: true, now: now() })
  })
}
