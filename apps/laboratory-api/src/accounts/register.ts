import { randomUUIDv7 } from 'node:crypto'
import type { CurrentUser, Registration } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { ApiContext } from '../context.ts'
import { networkOf } from '../network-of.ts'
import { acceptDocuments, assertAllAccepted } from './accept-documents.ts'
import { issueAccessToken } from './access-tokens.ts'
import { assertAdult, businessToday } from './birth-date.ts'
import { assertPasswordHardToGuess } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { users } from './tables.ts'
import { getCurrentUser, isAddressTaken } from './user-queries.ts'

interface Register {
  registration: Registration
  /** Used when the form names none. */
  locale: CurrentUser['locale']
  clientAddress: string
  userAgent: string | undefined
}

/**
 * Opens an account, signs it in and mails the confirmation.
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
  return database.transaction(async (queries) => {
    const userExists = new Problem('user_exists', {
      errors: [{ path: 'email', message: 'an account has this address', code: 'user_exists' }],
    })
    if (await isAddressTaken(queries, email, null)) throw userExists
    const [user] = await queries
      .insert(users)
      .values({
        id: randomUUIDv7(),
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
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (!user) throw userExists
    const userId = user.id
    await acceptDocuments(queries, {
      userId,
      accepted: acceptedDocuments,
      required,
      address: clientAddress,
      now,
    })
    const accessToken = await issueAccessToken(queries, { userId, userAgent, now })
    await mail.send(queries, 'welcome', { userId })
    return { accessToken, user: await getCurrentUser(queries, userId, required) }
  })
}
