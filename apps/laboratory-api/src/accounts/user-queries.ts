import type { CurrentUser } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { preparedOnce } from '@shop/database/prepared-once'
import { type Currency, toWire } from '@shop/domain/money'
import { eq, or, sql } from 'drizzle-orm'
import { acceptedDocuments, users } from './tables.ts'

export type User = typeof users.$inferSelect

export async function findUser(queries: Queries, id: string): Promise<User | undefined> {
  const [user] = await queries.select().from(users).where(eq(users.id, id))
  return user
}

/**
 * The account of a login name: the e-mail address, or the address confirmed last while a changed one is not
 * confirmed yet, so that nobody loses an account to a mistyped or stolen change.
 */
export async function findUserByAddress(queries: Queries, address: string): Promise<User | undefined> {
  const [user] = await queries
    .select()
    .from(users)
    .where(or(eq(users.email, address), eq(users.confirmedEmail, address)))
  return user
}

/** Whether an account other than `exceptId` uses the address, or used it before an unconfirmed change. */
export async function isAddressTaken(
  queries: Queries,
  address: string,
  exceptId: string | null,
): Promise<boolean> {
  const user = await findUserByAddress(queries, address)
  return user !== undefined && user.id !== exceptId
}

interface AccountRow {
  user: User
  accepted: readonly string[]
  /** Instants inside are text, as JSON carries them. */
  waitingOrder: { id: string; number: string; total: number; currency: Currency; expiresAt: string } | null
}

function toCurrentUser(
  { user, accepted, waitingOrder }: AccountRow,
  toAccept: readonly { slug: string; version: string }[],
): CurrentUser {
  return {
    id: user.id,
    username: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    phone: user.phone,
    dateOfBirth: user.dateOfBirth,
    gender: user.gender,
    locale: user.locale,
    documentsToAccept: toAccept.filter(({ slug, version }) => !accepted.includes(`${slug} ${version}`)),
    waitingOrder: waitingOrder && {
      id: waitingOrder.id,
      number: waitingOrder.number,
      total: toWire({ amount: waitingOrder.total, currency: waitingOrder.currency }),
      expiresAt: new Date(waitingOrder.expiresAt).toISOString(),
    },
  }
}

const accountStatement = preparedOnce((queries) =>
  queries
    .select({
      user: users,
      accepted: sql<string[]>`coalesce((
        select json_agg(${acceptedDocuments.slug} || ' ' || ${acceptedDocuments.version})
        from ${acceptedDocuments} where ${acceptedDocuments.userId} = ${users.id}), '[]'::json)`,
      waitingOrder: sql<AccountRow['waitingOrder']>`(
        select json_build_object(
          'id', id, 'number', number, 'total', total, 'currency', currency, 'expiresAt', expires_at)
        from laboratory.customer_order where user_id = ${sql.placeholder('id')} and state = 'awaitingPayment'
        order by id desc limit 1)`,
    })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('account'),
)

/** The account as its owner sees it, in one statement. @throws Problem `unauthorized` when it is gone */
export async function getCurrentUser(
  queries: Queries,
  userId: string,
  toAccept: readonly { slug: string; version: string }[],
): Promise<CurrentUser> {
  const [row] = await accountStatement(queries).execute({ id: userId })
  if (!row) throw new Problem('unauthorized')
  return toCurrentUser(row, toAccept)
}
