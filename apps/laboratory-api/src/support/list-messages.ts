import { LISTED } from '@shop/contract/desk'
import type { DeskMessage, MessageList } from '@shop/contract/support'
import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { auditList, type StaffActor } from '../staff/audit-staff.ts'
import { staffAccounts } from '../staff/tables.ts'
import { showEntry, showQuestion } from './sealed-support.ts'
import { type StoredEntry, type SupportMessageRow, supportMessages } from './tables.ts'

const EXCERPT = 140

/** Since when the sender has been waiting; null: nothing waits for an answer. */
const waitingSince = sql<Date | null>`case
  when ${supportMessages.closedAt} is not null then null
  when ${supportMessages.answeredAt} is null then ${supportMessages.createdAt}
  else ${supportMessages.askedAgainAt} end`.mapWith(supportMessages.createdAt)

// The outer table is named in plain text, because drizzle drops its name inside a selection.
const lastEntry = sql<StoredEntry | null>`(
  select json_build_object('id', id, 'text', text, 'sealedText', sealed_text)
  from laboratory.support_entry where message_id = support_message.id order by serial desc limit 1)`

const assignee = { id: staffAccounts.id, name: staffAccounts.name }
/** What a list and a conversation show of a question. */
export const head = { thread: supportMessages, assignee, waitingSince }

export function headOf({
  thread,
  assignee: has,
  waitingSince: since,
}: {
  thread: SupportMessageRow
  assignee: { id: string; name: string } | null
  waitingSince: Date | null
}) {
  return {
    id: thread.id,
    reference: thread.reference,
    name: thread.name,
    locale: thread.locale,
    orderNumber: thread.orderNumber,
    assignee: has,
    waitingSince: since?.toISOString() ?? null,
    closedAt: thread.closedAt?.toISOString() ?? null,
    version: thread.version,
  }
}

interface Listing {
  actor: StaffActor
  where: SQL | undefined
  orderBy: SQL
}

async function listed(
  { database: { queries }, sealing, now }: ApiContext,
  { actor, where, orderBy }: Listing,
): Promise<DeskMessage[]> {
  const rows = await queries
    .select({ ...head, lastEntry })
    .from(supportMessages)
    .leftJoin(staffAccounts, eq(staffAccounts.id, supportMessages.assigneeId))
    .where(where)
    .orderBy(orderBy, asc(supportMessages.id))
    .limit(LISTED)
  await auditList(queries, actor, { kind: 'supportMessage', ids: rows.map(({ thread }) => thread.id) }, now())
  return Promise.all(
    rows.map(async (row) => {
      const { lastEntry: entry, thread } = row
      const words = await (entry
        ? showEntry(sealing, queries, entry)
        : showQuestion(sealing, queries, thread))
      return { ...headOf(row), excerpt: words.slice(0, EXCERPT) }
    }),
  )
}

/** Questions to the support: open ones by waiting time, longest first; closed ones latest first. */
export function listMessages(
  context: ApiContext,
  { actor, list }: { actor: StaffActor; list: MessageList },
): Promise<DeskMessage[]> {
  const conditions: Record<MessageList, SQL | undefined> = {
    open: isNull(supportMessages.closedAt),
    mine: and(isNull(supportMessages.closedAt), eq(supportMessages.assigneeId, actor.staffId)),
    closed: isNotNull(supportMessages.closedAt),
  }
  return listed(context, {
    actor,
    where: conditions[list],
    orderBy: list === 'closed' ? desc(supportMessages.closedAt) : sql`${waitingSince} asc nulls last`,
  })
}

const REFERENCE = /^(?:S[-\s]*)?([\dA-Z]{8})$/

/** What a search asks for: a sender, the number of an order, or what people quote. The words themselves are sealed. */
function meant(text: string): SQL | undefined {
  if (text.includes('@')) return eq(supportMessages.email, text.toLowerCase())
  const digits = text.replaceAll(/\D/g, '')
  const [, code] = REFERENCE.exec(text.toUpperCase()) ?? []
  return or(
    code ? eq(supportMessages.reference, `S-${code}`) : undefined,
    digits && !/\p{L}/u.test(text)
      ? and(
          isNotNull(supportMessages.orderNumber),
          sql`regexp_replace(${supportMessages.orderNumber}, '\\D', '', 'g') = ${digits}`,
        )
      : undefined,
  )
}

/** Questions of every state by reference, e-mail address of the sender or number of the order, newest first. */
export async function searchMessages(
  context: ApiContext,
  { actor, text }: { actor: StaffActor; text: string },
): Promise<DeskMessage[]> {
  return listed(context, {
    actor,
    where: meant(text) ?? sql`false`,
    orderBy: desc(supportMessages.createdAt),
  })
}
