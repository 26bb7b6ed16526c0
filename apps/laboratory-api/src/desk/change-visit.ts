import { randomUUIDv7 } from 'node:crypto'
import type { DESK_EVENTS, TakenSamples, VisitProgress } from '@shop/contract/desk'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { isUniqueViolation } from '@shop/database/statement-errors'
import type { LaboratoryScope } from '@shop/domain/staff'
import { nextVisitState, type VisitStep, visitStateOf } from '@shop/domain/visit-progress'
import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { isOfOrder, type OrderKey, partOf } from '../is-of-order.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { lockOrder } from '../orders/order-queries.ts'
import { inScope } from '../orders/orders-in-scope.ts'
import { type OrderRow, orderHistory, orderPatients, orders } from '../orders/tables.ts'
import { daysBefore } from '../retention.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { type Changed, staleWriteOf } from '../staff/stale-write.ts'
import { staffAccounts } from '../staff/tables.ts'
import { sealDeskWords } from './sealed-desk-words.ts'
import { deskEvents, takenSpecimens, visitProgress } from './tables.ts'

type DeskEventKind = (typeof DESK_EVENTS)[number]

/** The event recorded for each step. */
const EVENT_OF_STEP = {
  arrive: 'arrived',
  miss: 'missed',
  reset: 'expected',
  takeSamples: 'samplesTaken',
  move: 'moved',
} as const satisfies Record<VisitStep, DeskEventKind>

/** A phone is back online within this time; a step reported later is refused. */
const REPORTED_WITHIN_DAYS = 3

export interface OrderAtDesk {
  actor: StaffActor
  scope: LaboratoryScope
  orderId: string
}

interface DeskEvent {
  order: OrderKey
  staffId: string
  kind: DeskEventKind
  text: string | null
  at: Date
}

/** @throws Problem `idempotency_key_reused` */
export async function writeDeskEvent(
  { sealing }: Pick<ApiContext, 'sealing'>,
  queries: Queries,
  event: DeskEvent & { key?: string | undefined; isAgreed?: boolean | undefined },
): Promise<void> {
  const { key: id = randomUUIDv7(), order, text, ...rest } = event
  const words = await sealDeskWords(sealing, queries, id, text)
  const written = await queries
    .insert(deskEvents)
    .values({ ...words, ...partOf(order), ...rest })
    .onConflictDoNothing({ target: [deskEvents.id, deskEvents.ownerId] })
    .returning({ id: deskEvents.id })
  if (written.length === 0) throw new Problem('idempotency_key_reused')
}

/** Whether this press is already recorded. @throws Problem `idempotency_key_reused` when its key belongs to another */
async function isRecorded(
  queries: Queries,
  { key, order, ...press }: Pick<DeskEvent, 'order' | 'staffId' | 'kind'> & { key: string | undefined },
): Promise<boolean> {
  if (key === undefined) return false
  const [recorded] = await queries.select().from(deskEvents).where(eq(deskEvents.id, key))
  if (!recorded) return false
  const isSame =
    recorded.orderId === order.id && recorded.staffId === press.staffId && recorded.kind === press.kind
  if (!isSame) throw new Problem('idempotency_key_reused')
  return true
}

/** When the step was done, as the caller reports it; a future time counts as now. @throws Problem `invalid_fields` */
function timeOf(at: string | undefined, now: Date): Date {
  if (at === undefined) return now
  const done = new Date(Math.min(Date.parse(at), now.getTime()))
  if (done < daysBefore(now, REPORTED_WITHIN_DAYS)) {
    throw new Problem('invalid_fields', { errors: [{ path: 'at', message: 'within three days' }] })
  }
  return done
}

/** Locks and returns the order if it belongs to the role's laboratories. @throws Problem `not_found` */
export async function lockAtDesk(queries: Queries, { orderId, scope }: OrderAtDesk): Promise<OrderRow> {
  const [named] = await queries
    .select({ id: orders.id, ownerId: orders.ownerId })
    .from(orders)
    .where(and(eq(orders.id, orderId), inScope(scope)))
  const order = named && (await lockOrder(queries, named))
  if (!order) throw new Problem('not_found')
  return order
}

/** The desk's last event of these kinds for an order. */
export async function lastEvent(
  queries: Queries,
  order: OrderKey,
  kinds: readonly DeskEventKind[],
): Promise<Changed | undefined> {
  const [last] = await queries
    .select({ by: staffAccounts.name, change: deskEvents.kind, at: deskEvents.at })
    .from(deskEvents)
    .innerJoin(staffAccounts, eq(staffAccounts.id, deskEvents.staffId))
    .where(and(isOfOrder(deskEvents, order), inArray(deskEvents.kind, [...kinds])))
    .orderBy(desc(deskEvents.serial))
    .limit(1)
  return last
}

const STEPS = Object.values(EVENT_OF_STEP)

/** A `stale_write` problem that names who last changed the order: a member of staff, the patient or a system. */
export async function staleOrder(queries: Queries, order: OrderKey): Promise<Problem> {
  const last = await lastEvent(queries, order, [...STEPS, 'cancelled'])
  const [own] = await queries
    .select()
    .from(orderHistory)
    // The desk's changes are among its own events.
    .where(and(isOfOrder(orderHistory, order), ne(orderHistory.actor, 'staff')))
    .orderBy(desc(orderHistory.serial))
    .limit(1)
  if (!own || (last && last.at >= own.at)) return staleWriteOf(last)
  const { cause, state, at, actor } = own
  const change = cause === 'visitMoved' || cause === 'visitAgreed' ? cause : state
  return staleWriteOf({ by: null, byPatient: actor === 'user', change, at })
}

interface ChangeVisit extends OrderAtDesk {
  step: VisitStep
  version: number
  /** The idempotency key of the press. */
  key?: string | undefined
  /** When it was done; absent: now. */
  at?: string | undefined
  text?: string | null
  /** For a move: whether the patient has agreed. */
  isAgreed?: boolean
  /** Writes more in the transaction of the step. */
  also?: (queries: Queries, at: Date, order: OrderRow) => Promise<void>
}

/**
 * Records a step of a visit and its event under the order's lock. Of two concurrent steps the second fails and names
 * the first; a press that is sent twice is recorded once.
 * @throws Problem `not_found`, `stale_write`, `visit_not_open`, `idempotency_key_reused`, `invalid_fields`
 */
export async function changeVisit(context: ApiContext, change: ChangeVisit): Promise<VisitProgress> {
  const { orderId, step, version, actor, key, text = null, isAgreed, also } = change
  const at = timeOf(change.at, context.now())
  return context.database.transaction(async (queries) => {
    const order = await lockAtDesk(queries, change)
    const event = { order, staffId: actor.staffId, kind: EVENT_OF_STEP[step], key }
    const [recorded] = await queries.select().from(visitProgress).where(isOfOrder(visitProgress, order))
    const current = recorded?.version ?? 0
    if (await isRecorded(queries, event)) {
      return { state: visitStateOf(order.state, recorded?.state ?? null), version: current }
    }
    if (current !== version) throw staleWriteOf(await lastEvent(queries, order, STEPS), current)
    const state = nextVisitState(order.state, visitStateOf(order.state, recorded?.state ?? null), step)
    if (!state) throw new Problem('visit_not_open')
    const progress = { state, version: version + 1 }
    await queries
      .insert(visitProgress)
      .values({ ...partOf(order), ...progress })
      .onConflictDoUpdate({ target: [visitProgress.orderId, visitProgress.ownerId], set: progress })
    // Before the event is written, so that a refusal names the event before it.
    await also?.(queries, at, order)
    await writeDeskEvent(context, queries, { ...event, text, isAgreed, at })
    await auditStaff(queries, actor, { action: 'update', kind: 'order', id: orderId })
    return progress
  })
}

/**
 * Records that samples were taken: the order advances, and the tube labels are stored.
 * @throws Problem as `changeVisit`, `unknown_patient`, `unknown_material`, `label_taken`
 */
export async function takeSamples(
  context: ApiContext,
  { specimens, ...change }: OrderAtDesk & TakenSamples,
): Promise<VisitProgress> {
  const now = context.now()
  const { materials } = context.catalogue.current()
  if (specimens.some(({ containerId }) => !materials.has(containerId))) throw new Problem('unknown_material')
  async function also(queries: Queries, takenAt: Date, order: OrderRow) {
    const patients = await queries
      .select({ id: orderPatients.patientId })
      .from(orderPatients)
      .where(isOfOrder(orderPatients, order))
    const known = new Set(patients.map(({ id }) => id))
    if (specimens.some(({ patientId }) => !known.has(patientId))) throw new Problem('unknown_patient')
    await advanceOrder(queries, {
      order,
      command: 'reportCollected',
      cause: 'samplesTaken',
      actor: 'staff',
      now,
    })
    if (specimens.length > 0) {
      await queries
        .insert(takenSpecimens)
        .values(specimens.map((specimen) => ({ ...specimen, ...partOf(order), takenAt })))
    }
  }
  return changeVisit(context, { ...change, step: 'takeSamples', also }).catch((error) => {
    throw isUniqueViolation(error) ? new Problem('label_taken') : error
  })
}
