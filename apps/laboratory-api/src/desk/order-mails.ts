import { type DeskOrder, ORDER_MAILS } from '@shop/contract/desk'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, desc, eq, sql } from 'drizzle-orm'
import { assertAccountUsable } from '../accounts/processing-limits.ts'
import type { ApiContext } from '../context.ts'
import { isOfOrder, type OrderKey } from '../is-of-order.ts'
import { type OrderMailRow, orderMails } from '../orders/tables.ts'
import { auditStaff } from '../staff/audit-staff.ts'
import { staleWriteOf } from '../staff/stale-write.ts'
import { lastEvent, lockAtDesk, type OrderAtDesk, writeDeskEvent } from './change-visit.ts'

type Mail = DeskOrder['mails'][number]

interface ReadMail extends OrderMailRow {
  /** The state of its job; null: the job is deleted. */
  job: string | null
  isRepeated: boolean
}

const isKnown = (template: string): template is Mail['kind'] => ORDER_MAILS.some((kind) => kind === template)

/** The job's state comes first: a mail that runs again already has an outcome. */
function stateOf({ job, outcome }: ReadMail): Mail['state'] {
  if (job === 'created' || job === 'retry' || job === 'active') return 'waiting'
  // A process of the previous release sends mails without recording an outcome.
  return outcome ?? (job === 'completed' ? 'sent' : 'failed')
}

/** A mail that no longer applies would only be dropped again. */
const mayRepeat = (mail: ReadMail) => !mail.isRepeated && !['waiting', 'dropped'].includes(stateOf(mail))

function selectMails(queries: Queries, order: OrderKey): Promise<ReadMail[]> {
  const job = sql<string | null>`(
    select state from jobs.job where name = 'mail' and id = order_mail.id)`
  const isRepeated = sql<boolean>`exists (
    select from laboratory.order_mail later where later.repeats = order_mail.id)`
  return queries
    .select({ mail: orderMails, job, isRepeated })
    .from(orderMails)
    .where(isOfOrder(orderMails, order))
    .orderBy(desc(orderMails.queuedAt), desc(orderMails.id))
    .then((rows) => rows.map(({ mail, ...rest }) => ({ ...mail, ...rest })))
}

/** Mails about an order, newest first. The text of a mail is not stored. */
export async function readOrderMails(queries: Queries, order: OrderKey): Promise<Mail[]> {
  const mails = await selectMails(queries, order)
  return mails.flatMap((mail) => {
    const { id, template, queuedAt, endedAt, sentTo } = mail
    if (!isKnown(template)) return []
    const state = stateOf(mail)
    const times = { queuedAt: queuedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
    return [{ id, kind: template, state, ...times, to: sentTo, mayRepeat: mayRepeat(mail) }]
  })
}

/**
 * Sends a mail again, to the current address and with the current state of the order. A mail that was given up or
 * refused is retried as the same job, as in the machine room; for any other a new mail is queued, once.
 * @throws Problem `not_found`, `stale_write`: it is waiting, or was already sent again, `processing_restricted`
 */
export async function repeatMail(
  context: ApiContext,
  { mailId, ...at }: OrderAtDesk & { mailId: string },
): Promise<void> {
  const { database, jobs, mail: outbox, now } = context
  const { orderId, actor } = at
  await database.transaction(async (queries) => {
    // The lock puts concurrent requests one after the other.
    const order = await lockAtDesk(queries, at)
    const mail = (await selectMails(queries, order)).find(({ id }) => id === mailId)
    if (!mail) throw new Problem('not_found')
    if (!mayRepeat(mail)) throw staleWriteOf(await lastEvent(queries, order, ['mailRepeated']))
    await assertAccountUsable(queries, order.userId)
    if (!(await jobs.again(queries, 'mail', mailId))) {
      const id = await outbox.send(queries, mail.template, { ...mail.data, orderId })
      await queries
        .update(orderMails)
        .set({ repeats: mailId })
        .where(and(eq(orderMails.id, id), isOfOrder(orderMails, order)))
    }
    const { staffId } = actor
    await writeDeskEvent(context, queries, { order, staffId, kind: 'mailRepeated', text: null, at: now() })
    await auditStaff(queries, actor, { action: 'update', kind: 'order', id: orderId })
  })
}
