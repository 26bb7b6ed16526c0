import { randomUUIDv7 } from 'node:crypto'
import type { CurrentUser, Registration } from '@shop/contract/accounts'
import { networkOf } from '@shop/server/network-of'
import { sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { acceptDocuments, assertAllAccepted } from './accept-documents.ts'
import { issueAccessToken } from './access-tokens.ts'
import { assertAdult, businessToday } from './birth-date.ts'
import { withPassword } from './log-in.ts'
import { mayMailUnproven } from './mail-to-unproven.ts'
import { assertPasswordHardToGuess } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { users } from './tables.ts'
import { findUsersByAddress, getCurrentUser, isAddressTaken, userExists } from './user-queries.ts'

interface Register {
  registration: Registration
  /** Used when the form does not name one. */
  locale: CurrentUser['locale']
  clientAddress: string
  userAgent: string | undefined
}

/**
 * Opens an account, signs it in and mails the confirmation, unless this network has already sent the mailbox too
 * many. The address counts as taken when an account has proven it, or when the same person has registered it
 * before: with the same password.
 * @throws Problem `user_exists`, `invalid_fields`, `too_many_requests`
 */
export async function register(
  context: ApiContext,
  { registration, locale, clientAddress, userAgent }: Register,
): Promise<{ accessToken: string; user: CurrentUser }> {
  const { database, documents, limits, mail } = context
  const now = context.now()
  const required = documents.toAccept(businessToday(context))
  const { email, password, acceptedDocuments } = registration
  await limits.consume('registrationPerNetwork', networkOf(clientAddress))
  assertAdult(context, 'dateOfBirth', registration.dateOfBirth)
  assertAllAccepted(acceptedDocuments, required)
  await assertPasswordHardToGuess(context, { path: 'password', password, person: registration })
  const passwordHash = await hashPassword(password)
  // Before the transaction: a password that waits to be compared must keep no connection from others.
  const known = await findUsersByAddress(database.queries, email)
  if (await withPassword(known, password)) throw userExists()
  const mayMail = await mayMailUnproven(context, { email, clientAddress })
  return database.transaction(async (queries) => {
    // Concurrent registrations of one address run one after the other: a form sent twice makes one account.
    await queries.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${email}, 'laboratory.user_account'::regclass::oid::int8))`,
    )
    if (await isAddressTaken(queries, email, null)) throw userExists()
    // Opened since then, usually by the same form.
    const opened = (await findUsersByAddress(queries, email)).filter(
      ({ id }) => !known.some((account) => account.id === id),
    )
    if (opened.length > 0 && (await withPassword(opened, password))) throw userExists()
    const userId = randomUUIDv7()
    await queries.insert(users).values({
      id: userId,
      email,
      passwordHash,
      firstName: registration.firstName,
      lastName: registration.lastName,
      phone: registration.phone ?? null,
      dateOfBirth: registration.dateOfBirth ?? null,
      gender: registration.gender ?? null,
      locale: registration.locale ?? locale,
      createdAt: now,
      updatedAt: now,
    })
    await acceptDocuments(queries, {
      userId,
      accepted: acceptedDocuments,
      required,
      address: clientAddress,
      now,
    })
    const sessionId = randomUUIDv7()
    const accessToken = await issueAccessToken(queries, { id: sessionId, userId, userAgent, now })
    if (mayMail) await mail.send(queries, 'welcome', { userId, request: sessionId })
    return {
      accessToken,
      user: await getCurrentUser(queries, userId, { toAccept: required, orders: context.accountOrders }),
    }
  })
}
