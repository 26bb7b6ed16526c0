import type { Queries } from '@shop/database/open-database'
import { and, desc, eq, gt } from 'drizzle-orm'
import { assertAccountUsable } from '../accounts/processing-limits.ts'
import type { ApiContext } from '../context.ts'
import { findWithText, MOST_COMPARED } from '../encryption/sealed-words.ts'
import { isOfOrder, type OrderKey } from '../is-of-order.ts'
import { auditStaff } from '../staff/audit-staff.ts'
import { lockAtDesk, type OrderAtDesk, writeDeskEvent } from './change-visit.ts'
import { openDeskWords } from './sealed-desk-words.ts'
import { deskEvents } from './tables.ts'

const SAME_NOTE_MS = 10 * 60_000

/** Whether this member of staff has recently written the same note. */
async function isNoted(
  { sealing }: ApiContext,
  queries: Queries,
  { order, staffId, since, text }: { order: OrderKey; staffId: string; since: Date; text: string },
): Promise<boolean> {
  const recent = await queries
    .select()
    .from(deskEvents)
    .where(
      and(
        isOfOrder(deskEvents, order),
        eq(deskEvents.staffId, staffId),
        eq(deskEvents.kind, 'note'),
        gt(deskEvents.at, since),
      ),
    )
    .orderBy(desc(deskEvents.serial))
    .limit(MOST_COMPARED)
  return (await findWithText(recent, (note) => openDeskWords(sealing, queries, note), text)) !== undefined
}

/** @throws Problem `not_found`, `processing_restricted` */
export async function addNote(
  context: ApiContext,
  { text, ...at }: OrderAtDesk & { text: string },
): Promise<void> {
  const { orderId, actor } = at
  await context.database.transaction(async (queries) => {
    const order = await lockAtDesk(queries, at)
    await assertAccountUsable(queries, order.userId)
    const { staffId } = actor
    const now = context.now()
    // The same text sent again because the reply was lost or late is one note.
    const since = new Date(now.getTime() - SAME_NOTE_MS)
    if (await isNoted(context, queries, { order, staffId, since, text })) return
    await writeDeskEvent(context, queries, { order, staffId, kind: 'note', text, at: now })
    await auditStaff(queries, actor, { action: 'update', kind: 'order', id: orderId })
  })
}
