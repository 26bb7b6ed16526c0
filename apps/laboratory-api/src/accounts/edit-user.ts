import { randomUUIDv7 } from 'node:crypto'
import type { CurrentUser, EditUser } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { daysBefore } from '../retention.ts'
import { assertAdult, businessToday } from './birth-date.ts'
import { assertFreshProof } from './is-fresh-proof.ts'
import { lockOwnAccount } from './lock-account.ts'
import { assertMayMailUnproven } from './mail-to-unproven.ts'
import { dropMailedSecrets } from './mailed-secrets.ts'
import { formerEmails, users } from './tables.ts'
import { findUser, getCurrentUser, isAddressTaken, type User, userExists } from './user-queries.ts'

interface EditAccount {
  viewer: Viewer
  /** The account's id; any other than the viewer's own counts as unknown. */
  id: string
  edit: EditUser
  clientAddress: string
}

/**
 * Asks the new address for its confirmation. Until then the account keeps the proven address, which is sent a
 * link that undoes the change. An unproven address is simply replaced: it may be a stranger's, so nothing is sent
 * to it, and a link for a new password that it was sent stops working.
 */
async function notifyAddresses(
  { mail }: ApiContext,
  queries: Queries,
  { user, request, now }: { user: User; request: string; now: Date },
): Promise<void> {
  await dropMailedSecrets(queries, user.id, 'confirmEmail')
  await mail.send(queries, 'confirm-new-email', { userId: user.id, request })
  if (!user.emailConfirmedAt) {
    await dropMailedSecrets(queries, user.id, 'resetPassword')
    return
  }
  const id = randomUUIDv7()
  await queries
    .insert(formerEmails)
    .values({ id, userId: user.id, email: user.email, confirmed: true, createdAt: now })
  await mail.send(queries, 'email-changed', { formerEmailId: id })
}

async function writeEdit(
  context: ApiContext,
  user: User,
  { viewer, edit }: Pick<EditAccount, 'viewer' | 'edit'>,
): Promise<CurrentUser> {
  const { database, documents, accountOrders } = context
  const now = context.now()
  const emailChanges = edit.email !== user.email && edit.email !== user.pendingEmail
  return database.transaction(async (queries) => {
    await lockOwnAccount(queries, viewer)
    if (emailChanges && (await isAddressTaken(queries, edit.email, user.id))) throw userExists()
    const { emailConfirmedAt } = users
    const changedEmail = user.emailConfirmedAt ? { pendingEmail: edit.email } : { email: edit.email }
    const [changed] = await queries
      .update(users)
      .set({
        firstName: edit.firstName,
        lastName: edit.lastName,
        ...(emailChanges ? changedEmail : {}),
        phone: edit.phone ?? null,
        dateOfBirth: edit.dateOfBirth ?? null,
        ...(edit.locale ? { locale: edit.locale } : {}),
        updatedAt: now,
      })
      .where(
        and(
          eq(users.id, user.id),
          eq(users.email, user.email),
          // If the address was proven in the meantime, the proof must not pass to the new address.
          user.emailConfirmedAt ? isNotNull(emailConfirmedAt) : isNull(emailConfirmedAt),
        ),
      )
      .returning({ id: users.id })
    if (!changed) throw new Problem('stale_write')
    if (emailChanges) await notifyAddresses(context, queries, { user, request: viewer.tokenId, now })
    return getCurrentUser(queries, user.id, {
      toAccept: documents.toAccept(businessToday(context)),
      orders: accountOrders,
    })
  })
}

/**
 * Changes the account's details. A new address needs a fresh proof; if the present one is proven, the new one
 * waits beside it.
 * @throws Problem `not_found`, `user_exists`, `invalid_fields`, `proof_required`, `stale_write`,
 * `too_many_requests`
 */
export async function editUser(
  context: ApiContext,
  { viewer, id, edit, clientAddress }: EditAccount,
): Promise<CurrentUser> {
  if (id !== viewer.userId) throw new Problem('not_found')
  assertAdult(context, 'dateOfBirth', edit.dateOfBirth)
  const user = await findUser(context.database.queries, id)
  if (!user) throw new Problem('unauthorized')
  if (edit.email !== user.email && edit.email !== user.pendingEmail) {
    assertFreshProof(viewer, context.now())
    await context.limits.consume('emailChangePerAccount', id)
    await assertMayMailUnproven(context, { email: edit.email, clientAddress })
  }
  return writeEdit(context, user, { viewer, edit })
}

/** Discards a new address that is not confirmed yet. */
export async function dropPendingEmail(
  { database, now }: Pick<ApiContext, 'database' | 'now'>,
  viewer: Viewer,
): Promise<void> {
  const { userId } = viewer
  await database.transaction(async (queries) => {
    await lockOwnAccount(queries, viewer)
    const [dropped] = await queries
      .update(users)
      .set({ pendingEmail: null, updatedAt: now() })
      .where(and(eq(users.id, userId), isNotNull(users.pendingEmail)))
      .returning({ id: users.id })
    if (dropped) await dropMailedSecrets(queries, userId, 'confirmEmail')
  })
}

/** Outlasts the last retry of the mail to a former address. */
const FORMER_EMAIL_DAYS = 2

export async function deleteOldFormerEmails(queries: Queries, now: Date): Promise<void> {
  const old = daysBefore(now, FORMER_EMAIL_DAYS)
  await queries.delete(formerEmails).where(lt(formerEmails.createdAt, old))
}
