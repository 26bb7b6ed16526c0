import type { CurrentUser } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { preparedOnce } from '@shop/database/prepared-once'
import { toWire } from '@shop/domain/money'
import { and, asc, desc, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { AccountOrders, WaitingOrder } from './account-orders.ts'
import { hasSecondFactor } from './second-factor/has-second-factor.ts'
import { acceptedDocuments, users } from './tables.ts'

export type User = typeof users.$inferSelect

export async function findUser(queries: Queries, id: string): Promise<User | undefined> {
  const [user] = await queries.select().from(users).where(eq(users.id, id))
  return user
}

/**
 * Corrects rows that a process of the previous release has changed: there a new address counted immediately and
 * the proven one was kept beside it. To be removed with the columns.
 */
export async function adoptEarlierChanges(queries: Queries): Promise<void> {
  await queries.execute(sql`
    update laboratory.user_account u
    set pending_email = email, email = confirmed_email, email_confirmed_at = updated_at
    where email_confirmed_at is null and confirmed_email <> email and not exists (
      select from laboratory.user_account other where other.email = u.confirmed_email and other.email_confirmed_at is not null)`)
}

/**
 * How many accounts are checked when they name an address that none has proven: the newest, and the oldest, which
 * later ones must not crowd out.
 */
const UNPROVEN_CHECKED = { newest: 5, oldest: 2 }

/**
 * The accounts that a login name may mean: the one that has proven the address or, if there is none, those that
 * name it unproven, newest first, since neither a registration nor a change reserves a stranger's mailbox.
 */
export async function findUsersByAddress(queries: Queries, address: string): Promise<User[]> {
  const { newest, oldest } = UNPROVEN_CHECKED
  const named = () => queries.select().from(users).where(eq(users.email, address))
  const found = await named().orderBy(sql`${users.emailConfirmedAt} nulls last`, desc(users.id)).limit(newest)
  if (found[0]?.emailConfirmedAt) return found.slice(0, 1)
  if (found.length < newest) return found
  const first = await named().orderBy(asc(users.id)).limit(oldest)
  return [...found, ...first.filter(({ id }) => found.every((user) => user.id !== id))]
}

/** Whether an account other than `exceptId` has proven the address. */
export async function isAddressTaken(
  queries: Queries,
  address: string,
  exceptId: string | null,
): Promise<boolean> {
  const others = and(
    eq(users.email, address),
    isNotNull(users.emailConfirmedAt),
    exceptId ? ne(users.id, exceptId) : undefined,
  )
  return (await queries.$count(users, others)) > 0
}

/** Another account has proven the address. */
export function userExists(): Problem {
  return new Problem('user_exists', {
    errors: [{ path: 'email', message: 'an account has this address', code: 'user_exists' }],
  })
}

interface AccountRow {
  user: User
  accepted: readonly string[]
  hasSecondFactor: boolean
  waitingOrder: WaitingOrder | null
}

function toCurrentUser(
  { user, accepted, hasSecondFactor, waitingOrder }: AccountRow,
  toAccept: readonly { slug: string; version: string }[],
): CurrentUser {
  return {
    id: user.id,
    username: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    pendingEmail: user.pendingEmail,
    hasSecondFactor,
    phone: user.phone,
    dateOfBirth: user.dateOfBirth,
    gender: user.gender,
    locale: user.locale,
    isRestricted: user.restrictedAt !== null,
    documentsToAccept: toAccept.filter(({ slug, version }) => !accepted.includes(`${slug} ${version}`)),
    waitingOrder: waitingOrder && {
      id: waitingOrder.id,
      number: waitingOrder.number,
      total: toWire({ amount: waitingOrder.total, currency: waitingOrder.currency }),
      expiresAt: new Date(waitingOrder.expiresAt).toISOString(),
      visitStart: new Date(waitingOrder.visitStart).toISOString(),
      visitKind: waitingOrder.visitKind,
    },
  }
}

const accountStatement = preparedOnce((queries, orders: AccountOrders) =>
  queries
    .select({
      user: users,
      hasSecondFactor: hasSecondFactor('users'),
      accepted: sql<string[]>`coalesce((
        select json_agg(${acceptedDocuments.slug} || ' ' || ${acceptedDocuments.version})
        from ${acceptedDocuments} where ${acceptedDocuments.userId} = ${users.id}), '[]'::json)`,
      waitingOrder: orders.waiting(sql.placeholder('id')),
    })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('account'),
)

/** The account as its owner sees it, in one statement. @throws Problem `unauthorized` when it no longer exists */
export async function getCurrentUser(
  queries: Queries,
  userId: string,
  { toAccept, orders }: { toAccept: readonly { slug: string; version: string }[]; orders: AccountOrders },
): Promise<CurrentUser> {
  const [row] = await accountStatement(queries, orders).execute({ id: userId })
  if (!row) throw new Problem('unauthorized')
  return toCurrentUser(row, toAccept)
}
