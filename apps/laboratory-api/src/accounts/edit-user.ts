import { randomUUIDv7 } from 'node:crypto'
import type { CurrentUser, EditUser } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq } from 'drizzle-orm'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { assertAdult, businessToday } from './birth-date.ts'
import { dropMailedSecrets } from './mailed-secrets.ts'
import { formerEmails, users } from './tables.ts'
import { isUniqueViolation } from './unique-violation.ts'
import { findUser, getCurrentUser, isAddressTaken, type User } from './user-queries.ts'

function userExists(): Problem {
  return new Problem('user_exists', {
    errors: [{ path: 'email', message: 'an account has this address', code: 'user_exists' }],
  })
}

interface EditAccount {
  viewer: Viewer
  /** Whose account: only the viewer's own exists for the viewer. */
  id: string
  edit: EditUser
}

/** Asks the new address for its confirmation (the one proven before needs none) and tells the old one. */
async function tellAddresses(
  { mail }: ApiContext,
  queries: Queries,
  { user, toProven, now }: { user: User; toProven: boolean; now: Date },
): Promise<void> {
  await dropMailedSecrets(queries, user.id, 'confirmEmail')
  if (!toProven) await mail.send(queries, 'confirm-new-email', { userId: user.id })
  const id = randomUUIDv7()
  const confirmed = user.emailConfirmedAt !== null
  await queries
    .insert(formerEmails)
    .values({ id, userId: user.id, email: user.email, confirmed, createdAt: now })
  await mail.send(queries, 'email-changed', { formerEmailId: id })
}

async function writeEdit(context: ApiContext, user: User, edit: EditUser): Promise<CurrentUser> {
  const { database, documents } = context
  const now = context.now()
  const emailChanges = edit.email !== user.email
  const toProven = edit.email === user.confirmedEmail
  return database.transaction(async (queries) => {
    if (emailChanges && (await isAddressTaken(queries, edit.email, user.id))) throw userExists()
    const [changed] = await queries
      .update(users)
      .set({
        firstName: edit.firstName,
        lastName: edit.lastName,
        email: edit.email,
        ...(emailChanges ? { emailConfirmedAt: toProven ? now : null } : {}),
        phone: edit.phone ?? null,
        dateOfBirth: edit.dateOfBirth ?? null,
        ...(edit.locale ? { locale: edit.locale } : {}),
        updatedAt: now,
      })
      .where(and(eq(users.id, user.id), eq(users.email, user.email)))
      .returning({ id: users.id })
    if (!changed) throw new Problem('stale_write')
    if (emailChanges) await tellAddresses(context, queries, { user, toProven, now })
    return getCurrentUser(queries, user.id, documents.toAccept(businessToday(context)))
  })
}

/** Changes the account's particulars. @throws Problem `not_found`, `user_exists`, `invalid_fields`, `too_many_requests` */
export async function editUser(context: ApiContext, { viewer, id, edit }: EditAccount): Promise<CurrentUser> {
  if (id !== viewer.userId) throw new Problem('not_found')
  assertAdult(context, 'dateOfBirth', edit.dateOfBirth)
  const user = await findUser(context.database.queries, id)
  if (!user) throw new Problem('unauthorized')
  if (edit.email !== user.email) await context.limits.consume('emailChangePerAccount', id)
  return writeEdit(context, user, edit).catch((error) => {
    // Somebody else took the address between the look and the write.
    throw isUniqueViolation(error) ? userExists() : error
  })
}
