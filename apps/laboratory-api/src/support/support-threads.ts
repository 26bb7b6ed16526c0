import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { EndedSessions } from '@shop/contract/staff'
import type { DeskThread, SupportThread } from '@shop/contract/support'
import type { Queries } from '@shop/database/open-database'
import { isInScope, type LaboratoryScope } from '@shop/domain/staff'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { endSessions } from '../accounts/end-sessions.ts'
import { holdOwnAccount } from '../accounts/lock-account.ts'
import { users } from '../accounts/tables.ts'
import type { Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import type { Sealing } from '../encryption/sealing.ts'
import { orders } from '../orders/tables.ts'
import { consentState, consentsOf } from '../orders/tests-consent.ts'
import { isRow, type OwnedKey } from '../owned.ts'
import { auditList, auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { staleWrite } from '../staff/stale-write.ts'
import { staffAccounts } from '../staff/tables.ts'
import { head, headOf } from './list-messages.ts'
import { sealEntry, showEntry, showQuestion } from './sealed-support.ts'
import { type SupportMessageRow, supportEntries, supportMessages } from './tables.ts'

/** The most questions of an account that it is shown. */
const SHOWN = 200
/** Orders listed with a question that names none. */
const NEWEST_ORDERS = 3

/** Counts the changes of a question: a page asks for it while it is open. @throws Problem `not_found` */
export async function readMessageVersion(
  { database: { queries } }: ApiContext,
  { id }: { id: string },
): Promise<{ version: number }> {
  const { version } = supportMessages
  const [row] = await queries.select({ version }).from(supportMessages).where(eq(supportMessages.id, id))
  if (!row) throw new Problem('not_found')
  return row
}

const newestOrdersOf = (queries: Queries, userId: string, scope: LaboratoryScope) =>
  queries
    .select({ id: orders.id, number: orders.number, state: orders.state })
    .from(orders)
    .where(
      and(eq(orders.userId, userId), scope === 'all' ? undefined : inArray(orders.laboratoryId, [...scope])),
    )
    .orderBy(desc(orders.id))
    .limit(NEWEST_ORDERS)

/** A question with all its entries and the order it is about. @throws Problem `not_found` */
export async function readThread(
  { database: { queries }, sealing, now }: ApiContext,
  { actor, id, ordersScope }: { actor: StaffActor; id: string; ordersScope: LaboratoryScope },
): Promise<DeskThread> {
  const [row] = await queries
    .select({ ...head, order: orders, owner: users.email })
    .from(supportMessages)
    .leftJoin(staffAccounts, eq(staffAccounts.id, supportMessages.assigneeId))
    // People type numbers in groups, as they are printed.
    .leftJoin(
      orders,
      sql`${orders.number} = nullif(regexp_replace(${supportMessages.orderNumber}, '\\D', '', 'g'), '')`,
    )
    .leftJoin(users, eq(users.id, orders.userId))
    .where(eq(supportMessages.id, id))
  if (!row) throw new Problem('not_found')
  const { thread, order, owner } = row
  await auditStaff(queries, actor, { action: 'read', kind: 'supportMessage', id })
  const newestOrders =
    thread.userId && !thread.orderNumber ? await newestOrdersOf(queries, thread.userId, ordersScope) : []
  if (newestOrders.length > 0)
    await auditList(queries, actor, { kind: 'order', ids: newestOrders.map((one) => one.id) }, now())
  const said = await queries
    .select({ entry: supportEntries, staffName: staffAccounts.name })
    .from(supportEntries)
    .leftJoin(staffAccounts, eq(staffAccounts.id, supportEntries.staffId))
    .where(eq(supportEntries.messageId, id))
    .orderBy(asc(supportEntries.serial))
  const entries = await Promise.all([
    askedFirst(sealing, queries, thread).then((asked) => ({ ...asked, staffName: null })),
    ...said.map(async ({ entry, staffName }) => ({ ...(await saidBy(sealing, queries, entry)), staffName })),
  ])
  // Anyone can type an address. Only a guest's answer goes to that address alone; an account reads its answers here.
  const isSenders =
    order !== null && (thread.userId === null ? owner === thread.email : order.userId === thread.userId)
  return {
    ...headOf(row),
    email: thread.email,
    isGuest: thread.userId === null,
    order:
      order && isInScope(ordersScope, order.laboratoryId)
        ? {
            id: order.id,
            number: order.number,
            state: order.state,
            isSenders,
            testsConsent: consentState(await consentsOf(queries, order), now()),
          }
        : null,
    newestOrders,
    entries,
  }
}

const askedFirst = async (sealing: Sealing, queries: Queries, thread: SupportMessageRow) => ({
  by: 'patient' as const,
  text: await showQuestion(sealing, queries, thread),
  at: thread.createdAt.toISOString(),
})

const saidBy = async (sealing: Sealing, queries: Queries, entry: typeof supportEntries.$inferSelect) => ({
  by: entry.staffId ? ('support' as const) : ('patient' as const),
  text: await showEntry(sealing, queries, entry),
  at: entry.at.toISOString(),
})

interface Change {
  actor: StaffActor
  id: string
  version: number
}

/**
 * Changes a thread whose row is locked: the later of two concurrent changes fails and shows who was first.
 * @throws Problem `not_found`, `stale_write`
 */
async function changeThread(
  { database }: ApiContext,
  { actor, id, version }: Change,
  change: (queries: Queries, thread: SupportMessageRow) => Promise<Partial<SupportMessageRow>>,
): Promise<{ version: number }> {
  return database.transaction(async (queries) => {
    const [named] = await queries
      .select({ id: supportMessages.id, ownerId: supportMessages.ownerId })
      .from(supportMessages)
      .where(eq(supportMessages.id, id))
    const [thread] = named
      ? await queries.select().from(supportMessages).where(isRow(supportMessages, named)).for('update')
      : []
    if (!thread) throw new Problem('not_found')
    if (thread.version !== version) {
      throw await staleWrite(queries, { actor, kinds: ['supportMessage'], id, version: thread.version })
    }
    const changed = await change(queries, thread)
    const next = { version: version + 1 }
    await queries
      .update(supportMessages)
      .set({ ...changed, ...next })
      .where(isRow(supportMessages, thread))
    await auditStaff(queries, actor, { action: 'update', kind: 'supportMessage', id })
    return next
  })
}

/** Assigns the question to the member of staff, or to no one. @throws Problem as `changeThread` */
export const assignMessage = (context: ApiContext, { mine, ...change }: Change & { mine: boolean }) =>
  changeThread(context, change, async () => ({ assigneeId: mine ? change.actor.staffId : null }))

/** Closes the question or reopens it. @throws Problem as `changeThread` */
export const closeMessage = (context: ApiContext, { closed, ...change }: Change & { closed: boolean }) =>
  changeThread(context, change, async () => ({ closedAt: closed ? context.now() : null }))

/**
 * Answers in the account and by mail; the question is then assigned to the member of staff.
 * @throws Problem as `changeThread`
 */
export function answerMessage(
  context: ApiContext,
  { text, close, ...change }: Change & { text: string; close: boolean },
) {
  const now = context.now()
  const { staffId } = change.actor
  return changeThread(context, change, async (queries, { id, ownerId }) => {
    const entry = await sealEntry(context.sealing, queries, randomUUIDv7(), text)
    await queries.insert(supportEntries).values({ ...entry, messageId: id, ownerId, staffId, at: now })
    await context.mail.send(queries, 'sealed-support-answer', { supportEntryId: entry.id })
    return { answeredAt: now, askedAgainAt: null, assigneeId: staffId, closedAt: close ? now : null }
  })
}

/**
 * Logs the sender out everywhere, if the sender has an account; the reason is in the question.
 * @throws Problem `not_found`
 */
export function endSessionsByMessage(
  context: ApiContext,
  { actor, id }: Pick<Change, 'actor' | 'id'>,
): Promise<EndedSessions> {
  return context.database.transaction(async (queries) => {
    const { userId } = supportMessages
    const [thread] = await queries.select({ userId }).from(supportMessages).where(eq(supportMessages.id, id))
    if (!thread) throw new Problem('not_found')
    const asker = thread.userId
    const ended = await endSessions(context, queries, asker)
    await auditStaff(
      queries,
      actor,
      { action: 'update', kind: 'supportMessage', id },
      ...(asker ? [{ action: 'update', kind: 'account', id: asker } as const] : []),
    )
    return { ended }
  })
}

/** An account's questions with the answers, newest question first. */
export async function ownThreads(
  { database: { queries }, sealing }: ApiContext,
  { userId }: Viewer,
): Promise<SupportThread[]> {
  const threads = await queries
    .select()
    .from(supportMessages)
    .where(eq(supportMessages.userId, userId))
    .orderBy(desc(supportMessages.createdAt))
    .limit(SHOWN)
  const said = await queries
    .select({ entry: supportEntries })
    .from(supportEntries)
    .innerJoin(supportMessages, eq(supportMessages.id, supportEntries.messageId))
    .where(and(eq(supportMessages.userId, userId), eq(supportEntries.ownerId, userId)))
    .orderBy(asc(supportEntries.serial))
  return Promise.all(
    threads.map(async (thread) => {
      const later = said.filter(({ entry }) => entry.messageId === thread.id)
      return {
        id: thread.id,
        reference: thread.reference,
        orderNumber: thread.orderNumber,
        closed: thread.closedAt !== null,
        entries: [
          await askedFirst(sealing, queries, thread),
          ...(await Promise.all(later.map(({ entry }) => saidBy(sealing, queries, entry)))),
        ],
      }
    }),
  )
}

/**
 * Adds a reply of the sender: the question waits for an answer again, even if it was closed.
 * @throws Problem `not_found`, `too_many_requests`
 */
export async function replyToThread(
  context: ApiContext,
  { viewer, requestId, id, text }: { viewer: Viewer; requestId: string; id: string; text: string },
): Promise<void> {
  const { userId } = viewer
  await context.limits.consume('supportReplyPerAccount', userId)
  await addWords(context, {
    of: { id, ownerId: userId },
    text,
    by: { requestId, userId },
    before: (queries) => holdOwnAccount(queries, viewer),
  })
}

interface AddWords {
  /** The question and its owner. */
  of: OwnedKey
  text: string
  by: { requestId: string; userId: string | null }
  /** Locks what must be locked before the question. */
  before?: (queries: Queries) => Promise<void>
}

/** Adds a reply of the sender to a question. @throws Problem `not_found` */
export async function addWords(
  { database, sealing, mail, now }: ApiContext,
  { of, text, by, before }: AddWords,
): Promise<void> {
  const at = now()
  await database.transaction(async (queries) => {
    await before?.(queries)
    const [thread] = await queries
      .update(supportMessages)
      .set({
        closedAt: null,
        // What was asked again before the question was closed no longer waits.
        askedAgainAt: sql`coalesce(case when ${supportMessages.closedAt} is null then ${supportMessages.askedAgainAt} end, ${at.toISOString()}::timestamptz)`,
        version: sql`${supportMessages.version} + 1`,
      })
      .where(isRow(supportMessages, of))
      .returning({ id: supportMessages.id })
    if (!thread) throw new Problem('not_found')
    const { id, ownerId } = of
    const entry = await sealEntry(sealing, queries, randomUUIDv7(), text)
    await queries.insert(supportEntries).values({ ...entry, messageId: id, ownerId, staffId: null, at })
    await mail.send(queries, 'sealed-support-reply', { supportEntryId: entry.id })
    await audit(queries, { ...by, actor: 'user', action: 'update', kind: 'supportMessage', id })
  })
}
