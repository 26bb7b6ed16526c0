import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { visitChangeableUntil } from '@shop/domain/visit-changes'
import { and, eq } from 'drizzle-orm'
import { holdOwnAccount } from '../accounts/lock-account.ts'
import type { Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { isPart, isRow } from '../owned.ts'
import { holdCalendar } from '../visits/calendar-store.ts'
import { openLaboratory } from '../visits/open-laboratory.ts'
import { freeSlot, takeSlot } from '../visits/take-slot.ts'
import { writeHistory } from './advance-order.ts'
import { planTime } from './plan-visit.ts'
import { type OrderRow, orderPatients, orders } from './tables.ts'

interface OwnVisit {
  viewer: Viewer
  requestId: string
  orderId: string
  /** The time that the patient saw: the visit may have been moved since. RFC 3339. */
  current: string
}

/** Until when the patient may move or cancel the visit; null if they may not. */
export function changeableUntil({ settings }: Pick<ApiContext, 'settings'>, order: OrderRow): Date | null {
  const { state, visitStart, visitMovedFrom } = order
  const limitHours = settings.visitChangeLimitHours
  return visitChangeableUntil({ state, visitStart, limitHours, isUnagreed: visitMovedFrom !== null })
}

/** @throws Problem visit_not_changeable */
export function requireChangeable(context: ApiContext, order: OrderRow): void {
  const until = changeableUntil(context, order)
  if (!until || context.now() >= until) throw new Problem('visit_not_changeable')
}

/**
 * Moves a visit to another free time of its laboratory, under the order's lock: the old place is freed and the new one
 * taken, the reminder is due again, and the laboratory's system sees the order as changed. If the network moves the
 * visit, the patient is asked to agree.
 * @throws Problem visit_not_changeable, slot_taken, unknown_laboratory, visit_… for a time that cannot be ordered
 */
export async function moveVisit(
  context: ApiContext,
  queries: Queries,
  { order, start, by, isAgreed }: { order: OrderRow; start: string; by: 'user' | 'staff'; isAgreed: boolean },
): Promise<void> {
  if (order.state !== 'paid') throw new Problem('visit_not_changeable')
  const now = context.now()
  const laboratory = openLaboratory(context, order.laboratoryId)
  const calendar = await holdCalendar(queries, context.settings, laboratory)
  const people = await queries.$count(orderPatients, isPart(orderPatients, 'orderId', order))
  const { visitStart, visitEnd, places } = planTime(context, { start, people, laboratory, calendar, now })
  if (visitStart.getTime() !== order.visitStart.getTime()) {
    await changePlaces(queries, { order, visitStart, places })
  }
  // After two moves without an answer, the time that counts is still the one the patient chose.
  const chosen = order.visitMovedFrom ?? order.visitStart
  const visitSequence = order.visitSequence + 1
  await queries
    .update(orders)
    .set({
      visitStart,
      visitEnd,
      visitSequence,
      visitMovedFrom: isAgreed || chosen.getTime() === visitStart.getTime() ? null : chosen,
      remindedAt: null,
      updatedAt: now,
    })
    .where(isRow(orders, order))
  const { id: orderId, state } = order
  await writeHistory(queries, { order, state, cause: 'visitMoved', actor: by, now })
  const moved = { orderId, queuedFor: visitSequence }
  await context.mail.send(queries, 'visitMoved', moved)
  await context.mail.send(queries, 'visitMovedNotice', moved)
}

/** Changes the earlier time first, so that two orders that swap times do not deadlock. @throws Problem slot_taken */
async function changePlaces(
  queries: Queries,
  { order, visitStart, places }: { order: OrderRow; visitStart: Date; places: number },
): Promise<void> {
  const { laboratoryId } = order
  const take = async () => {
    const isTaken = await takeSlot(queries, { laboratoryId, start: visitStart, capacity: places })
    if (!isTaken) throw new Problem('slot_taken')
  }
  const free = () => freeSlot(queries, { laboratoryId, start: order.visitStart })
  for (const change of visitStart < order.visitStart ? [take, free] : [free, take]) await change()
}

/**
 * Lets the patient move the visit to another time, up to the network's limit. Choosing the time that the
 * visit already has agrees to it, without a mail.
 * @throws Problem not_found, stale_write, too_many_requests, and as `moveVisit`
 */
export async function moveOwnVisit(context: ApiContext, { start, ...own }: OwnVisit & { start: string }) {
  // Before the transaction: the embedded engine has one connection for both.
  await context.limits.consume('visitMovePerAccount', own.viewer.userId)
  await changeOwnVisit(context, own, async (queries, order) => {
    requireChangeable(context, order)
    if (Date.parse(start) === order.visitStart.getTime()) return agree(context, queries, order)
    await moveVisit(context, queries, { order, start, by: 'user', isAgreed: true })
  })
}

/**
 * The patient agrees to the time that the network gave; repeating it changes nothing.
 * @throws Problem not_found, stale_write
 */
export function agreeToVisit(context: ApiContext, own: OwnVisit) {
  return changeOwnVisit(context, own, (queries, order) => agree(context, queries, order))
}

async function agree({ now }: ApiContext, queries: Queries, order: OrderRow): Promise<void> {
  const { state, visitMovedFrom } = order
  if (visitMovedFrom === null) return
  await queries.update(orders).set({ visitMovedFrom: null }).where(isRow(orders, order))
  await writeHistory(queries, { order, state, cause: 'visitAgreed', actor: 'user', now: now() })
}

async function changeOwnVisit(
  context: ApiContext,
  { viewer, requestId, orderId, current }: OwnVisit,
  change: (queries: Queries, order: OrderRow) => Promise<void>,
): Promise<void> {
  const { userId } = viewer
  await context.database.transaction(async (queries) => {
    await holdOwnAccount(queries, viewer)
    const [order] = await queries
      .select()
      .from(orders)
      .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
      .for('update')
    if (!order) throw new Problem('not_found')
    if (order.visitStart.getTime() !== Date.parse(current)) throw new Problem('stale_write')
    await change(queries, order)
    await audit(queries, {
      requestId,
      userId,
      actor: 'user',
      action: 'update',
      kind: 'order',
      id: orderId,
    })
  })
}
