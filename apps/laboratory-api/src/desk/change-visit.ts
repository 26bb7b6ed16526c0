import { randomUUIDv7 } from 'node:crypto'
import type { DESK_EVENTS, TakenSamples, VisitProgress } from '@shop/contract/desk'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import type { LaboratoryScope } from '@shop/domain/staff'
import { nextVisitState, type VisitState, type VisitStep, visitStateOf } from '@shop/domain/visit-progress'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { isUniqueViolation } from '../accounts/unique-violation.ts'
import type { ApiContext } from '../context.ts'
import { advanceOrder } from '../orders/advance-order.ts'
import { orderPatients, orders } from '../orders/tables.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { staffAccounts } from '../staff/tables.ts'
import { inScope } from './look.ts'
import { deskEvents, takenSpecimens, visitProgress } from './tables.ts'

type DeskEventKind = (typeof DESK_EVENTS)[number]

const EVENT_OF_STATE = {
  arrived: 'arrived',
  missed: 'missed',
  expected: 'expected',
  done: 'samplesTaken',
} as const satisfies Record<VisitState, DeskEventKind>

export interface OrderAtDesk {
  actor: StaffActor
  scope: LaboratoryScope
  orderId: string
}

export async function writeDeskEvent(
  queries: Queries,
  event: { orderId: string; staffId: string; kind: DeskEventKind; text: string | null; at: Date },
): Promise<void> {
  await queries.insert(deskEvents).values({ id: randomUUIDv7(), ...event })
}

/** The order, locked, where it is of the role's laboratories. @throws Problem `not_found` */
async function lockOrder(queries: Queries, { orderId, scope }: OrderAtDesk) {
  const [order] = await queries
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), inScope(scope)))
    .for('update')
  if (!order) throw new Problem('not_found')
  return order
}

/** What the other one did whose change came first, for who has to look again. */
async function staleWrite(queries: Queries, orderId: string, version: number): Promise<Problem> {
  const [last] = await queries
    .select({ by: staffAccounts.name, change: deskEvents.kind, at: deskEvents.at })
    .from(deskEvents)
    .innerJoin(staffAccounts, eq(staffAccounts.id, deskEvents.staffId))
    .where(
      and(
        eq(deskEvents.orderId, orderId),
        inArray(deskEvents.kind, [...Object.values(EVENT_OF_STATE), 'moved']),
      ),
    )
    .orderBy(desc(deskEvents.serial))
    .limit(1)
  return new Problem('stale_write', {
    extension: { version, ...(last ? { changed: { ...last, at: last.at.toISOString() } } : {}) },
  })
}

/** What a step is written down as, where its state does not say it. */
const EVENT_OF_STEP: Partial<Record<VisitStep, DeskEventKind>> = { move: 'moved' }

interface ChangeVisit extends OrderAtDesk {
  step: VisitStep
  version: number
  text?: string | null
  /** What else is written with the step. */
  also?: (queries: Queries) => Promise<void>
}

/**
 * A step of a visit, with its event, under the order's lock: of two at once the later is told who was first.
 * @throws Problem `not_found`, `stale_write`, `visit_not_open`
 */
export async function changeVisit(context: ApiContext, change: ChangeVisit): Promise<VisitProgress> {
  const { orderId, step, version, actor, text = null, also } = change
  const now = context.now()
  return context.database.transaction(async (queries) => {
    const order = await lockOrder(queries, change)
    const [recorded] = await queries.select().from(visitProgress).where(eq(visitProgress.orderId, orderId))
    const current = recorded?.version ?? 0
    if (current !== version) throw await staleWrite(queries, orderId, current)
    const state = nextVisitState(order.state, visitStateOf(order.state, recorded?.state ?? null), step)
    if (!state) throw new Problem('visit_not_open')
    const progress = { state, version: version + 1 }
    await queries
      .insert(visitProgress)
      .values({ orderId, ...progress })
      .onConflictDoUpdate({ target: visitProgress.orderId, set: progress })
    await writeDeskEvent(queries, {
      orderId,
      staffId: actor.staffId,
      kind: EVENT_OF_STEP[step] ?? EVENT_OF_STATE[state],
      text,
      at: now,
    })
    await also?.(queries)
    await auditStaff(queries, actor, { action: 'update', kind: 'order', id: orderId })
    return progress
  })
}

/**
 * Samples are taken: the order moves on, and the labels of the tubes are kept.
 * @throws Problem as `changeVisit`, `unknown_patient`, `unknown_material`, `label_taken`
 */
export async function takeSamples(
  context: ApiContext,
  { specimens, ...change }: OrderAtDesk & TakenSamples,
): Promise<VisitProgress> {
  const { orderId } = change
  const now = context.now()
  const { materials } = context.catalogue.current()
  if (specimens.some(({ containerId }) => !materials.has(containerId))) throw new Problem('unknown_material')
  async function also(queries: Queries) {
    const patients = await queries
      .select({ id: orderPatients.patientId })
      .from(orderPatients)
      .where(eq(orderPatients.orderId, orderId))
    const known = new Set(patients.map(({ id }) => id))
    if (specimens.some(({ patientId }) => !known.has(patientId))) throw new Problem('unknown_patient')
    await advanceOrder(queries, {
      orderId,
      command: 'reportCollected',
      cause: 'samplesTaken',
      actor: 'staff',
      now,
    })
    if (specimens.length > 0) {
      await queries
        .insert(takenSpecimens)
        .values(specimens.map((specimen) => ({ ...specimen, orderId, takenAt: now })))
    }
  }
  return changeVisit(context, { ...change, step: 'takeSamples', also }).catch((error) => {
    throw isUniqueViolation(error) ? new Problem('label_taken') : error
  })
}
