import type { DeskOrder } from '@shop/contract/desk'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import type { Locale } from '@shop/domain/locale'
import { toWire } from '@shop/domain/money'
import type { OrderState } from '@shop/domain/order-states'
import { isInScope, mayAt, type StaffGrant, type StaffPermission } from '@shop/domain/staff'
import { visitStateOf } from '@shop/domain/visit-progress'
import { inZone } from '@shop/domain/visit-slots'
import { asc, eq } from 'drizzle-orm'
import { assertAccountUsable } from '../accounts/processing-limits.ts'
import { users } from '../accounts/tables.ts'
import type { CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import { inLanguage } from '../catalogue/localised.ts'
import type { ApiContext } from '../context.ts'
import { isOfOrder } from '../is-of-order.ts'
import { filledContainers } from '../orders/order-containers.ts'
import { type ReadLine, type ReadPatient, readOrder, type StoredOrder } from '../orders/order-queries.ts'
import type { TestsConsentRow } from '../orders/tables.ts'
import { askForTests, consentState, consentsOf } from '../orders/tests-consent.ts'
import { auditStaff } from '../staff/audit-staff.ts'
import { staffNames } from '../staff/staff-names.ts'
import { assertStanding } from '../staff/standing.ts'
import { lockAtDesk, type OrderAtDesk, writeDeskEvent } from './change-visit.ts'
import { readOrderMails } from './order-mails.ts'
import { showDeskWords } from './sealed-desk-words.ts'
import { deskEvents, takenSpecimens, visitProgress } from './tables.ts'

/** @throws Problem `not_found`, also for an order of another laboratory */
async function readInScope(queries: Queries, { orderId, scope }: OrderAtDesk): Promise<StoredOrder> {
  const details = await readOrder(queries, orderId)
  if (!details || !isInScope(scope, details.order.laboratoryId)) throw new Problem('not_found')
  return details
}

interface ReadDeskOrder extends OrderAtDesk {
  /** The reader's grants: they decide which parts of the order are shown. */
  grants: readonly StaffGrant[]
  locale: Locale
}

/** An order with everything the role may see. @throws Problem `not_found` */
export async function readDeskOrder(context: ApiContext, look: ReadDeskOrder): Promise<DeskOrder> {
  const { orderId, actor, grants, locale } = look
  const { queries } = context.database
  const details = await readInScope(queries, look)
  const { order } = details
  const may = (permission: StaffPermission) => mayAt(grants, permission, order.laboratoryId)
  await auditStaff(queries, actor, { action: 'read', kind: 'order', id: orderId })
  const [progress] = await queries.select().from(visitProgress).where(isOfOrder(visitProgress, order))
  const [owner] = order.userId
    ? await queries
        .select({ email: users.email, phone: users.phone, restrictedAt: users.restrictedAt })
        .from(users)
        .where(eq(users.id, order.userId))
    : []
  const consents = await consentsOf(queries, order)
  const testsConsent = consentState(consents, context.now())
  // The consent ends when the account is erased.
  const hasConsent =
    testsConsent.state === 'granted' && owner?.restrictedAt === null && may('orders.askTests')
  const seesTests = hasConsent || may('orders.tests')
  const zone = context.settings.businessTimeZone
  const { laboratory } = order
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.state === 'awaitingPayment' ? order.expiresAt.toISOString() : null,
    locale: order.locale,
    isRestricted: Boolean(owner?.restrictedAt),
    visit: {
      state: visitStateOf(order.state, progress?.state ?? null),
      version: progress?.version ?? 0,
      kind: order.visitKind,
      start: inZone(order.visitStart.toISOString(), zone),
      end: inZone(order.visitEnd.toISOString(), zone),
      movedFrom: order.visitMovedFrom && inZone(order.visitMovedFrom.toISOString(), zone),
      regionName: order.region && inLanguage(order.region.name, locale),
      // Only roles that make or move visits see the address and the telephone.
      ...(may('visits.read')
        ? { address: order.address, phone: order.phone }
        : { address: null, phone: null }),
    },
    // As on its sign, whatever the reader's language.
    laboratory: { id: order.laboratoryId, city: laboratory.city.ru, address: laboratory.address.ru },
    contact: may('orders.contact')
      ? {
          email: owner?.email ?? null,
          phone: order.feedback.contactPhone || order.phone || owner?.phone || null,
        }
      : null,
    patients: await patientsOf(context, details, {
      seesPersons: may('orders.persons'),
      seesTests,
      locale,
    }),
    testsConsent,
    ...(may('orders.money') ? moneyOf(details) : { total: null, payment: null }),
    mails: await readOrderMails(queries, order),
    // The reason for opening the tests may name them.
    history: await historyOf(context, details, {
      consents,
      seesReasons: seesTests || may('orders.openTests'),
    }),
  }
}

/** What the order costs, and the state of its payment. */
function moneyOf({ order, attempts, received, refunds }: StoredOrder) {
  const inWire = (amount: number) => toWire({ amount, currency: order.currency })
  const attempt = attempts.find(({ state }) => state === 'paid' || state === 'refunded') ?? attempts[0]
  return {
    total: inWire(order.total),
    payment: {
      id: attempt?.id ?? null,
      state: attempt?.state ?? ('none' as const),
      refundDue: order.refundDue,
      received: inWire(received),
      refunds: refunds.map(({ state, amount, at }) => ({
        state,
        amount: inWire(amount),
        at: new Date(at).toISOString(),
      })),
    },
  }
}

async function patientsOf(
  { database, catalogue }: ApiContext,
  { order, patients, lines }: StoredOrder,
  { seesPersons, seesTests, locale }: { seesPersons: boolean; seesTests: boolean; locale: Locale },
): Promise<DeskOrder['patients']> {
  const snapshot = catalogue.current()
  const specimens = await database.queries
    .select()
    .from(takenSpecimens)
    .where(isOfOrder(takenSpecimens, order))
    .orderBy(asc(takenSpecimens.label))
  return patients.map((patient) => {
    const own = lines.filter(({ patientId }) => patientId === patient.patientId)
    const analyses = own.filter(({ kind }) => kind === 'analysis')
    return {
      patientId: patient.patientId,
      name: `${patient.lastName} ${patient.firstName}`,
      gender: seesPersons ? patient.gender : null,
      dateOfBirth: seesPersons ? patient.dateOfBirth : null,
      pregnant: seesTests ? patient.pregnant : null,
      analysisCount: analyses.length,
      tests: seesTests ? namedTests(analyses, locale) : null,
      containers: seesTests ? containersOf(snapshot, { patient, analyses, locale }) : null,
      specimens: specimens
        .filter(({ patientId }) => seesTests && patientId === patient.patientId)
        .map(({ containerId, label }) => ({ containerId, label })),
    }
  })
}

/**
 * The containers for the samples, as stored with the order. Older orders did not store them and use the current
 * catalogue.
 */
export function containersOf(
  snapshot: CatalogueSnapshot,
  { patient, analyses, locale }: { patient: ReadPatient; analyses: readonly ReadLine[]; locale: Locale },
) {
  const containers =
    patient.containers ??
    filledContainers(
      snapshot,
      analyses.map(({ itemId }) => itemId),
    )
  return containers.map((container) => ({
    ...container,
    name: inLanguage(container.name, locale),
    isBrought: patient.broughtMaterials.some(({ id }) => id === container.id),
  }))
}

export function namedTests(lines: StoredOrder['lines'], locale: Locale) {
  return lines
    .filter(({ kind }) => kind === 'analysis')
    .map(({ code, name }) => ({ code, name: inLanguage(name, locale) }))
}

/** The order's own history and what the desk did, newest first. */
async function historyOf(
  { database: { queries }, sealing }: ApiContext,
  { order, history }: StoredOrder,
  { consents, seesReasons }: { consents: readonly TestsConsentRow[]; seesReasons: boolean },
): Promise<DeskOrder['history']> {
  const events = await queries
    .select()
    .from(deskEvents)
    .where(isOfOrder(deskEvents, order))
    .orderBy(asc(deskEvents.serial))
  const names = await staffNames(
    queries,
    events.map(({ staffId }) => staffId),
  )
  // Moves by the desk are among its own events.
  const shown = history.filter(({ cause, actor }) => cause !== 'visitMoved' || actor !== 'staff')
  const own = shown.map(({ state, at, cause }, index) => ({
    at: new Date(at).toISOString(),
    kind: kindOf(cause, { state, isUnchanged: shown[index - 1]?.state === state }),
    by: null,
    text: null,
    isAgreed: null,
  }))
  const done = await Promise.all(
    events.map(async (event) => ({
      at: event.at.toISOString(),
      kind: event.kind,
      by: names.get(event.staffId) ?? null,
      text:
        event.kind === 'testsOpened' && !seesReasons ? null : await showDeskWords(sealing, queries, event),
      isAgreed: event.isAgreed,
    })),
  )
  // At the same moment the entry written later comes first: a desk event is written after the step it caused.
  return [...own, ...done, ...consents.flatMap(answersOf)]
    .reverse()
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
}

/** The patient's answers about showing the names of the tests. */
function answersOf({ answeredAt, isGranted, withdrawnAt }: TestsConsentRow): DeskOrder['history'] {
  const steps = [
    [answeredAt, isGranted ? 'testsGranted' : 'testsRefused'],
    [withdrawnAt, 'testsWithdrawn'],
  ] as const
  return steps.flatMap(([at, kind]) =>
    at ? [{ at: at.toISOString(), kind, by: null, text: null, isAgreed: null }] : [],
  )
}

/** An entry with an unchanged state is about the visit or about a due refund. */
function kindOf(
  cause: string,
  { state, isUnchanged }: { state: OrderState; isUnchanged: boolean },
): DeskOrder['history'][number]['kind'] {
  if (cause === 'visitMoved' || cause === 'visitAgreed') return cause
  return isUnchanged && cause !== 'refund' ? 'refundDue' : state
}

/**
 * Returns the names of an order's tests and records the reason with the order.
 * @throws Problem `not_found`, `processing_restricted`
 */
export async function openTests(
  context: ApiContext,
  { reason, locale, ...at }: OrderAtDesk & { reason: string; locale: Locale },
) {
  const { orderId, actor } = at
  return context.database.transaction(async (queries) => {
    const { order, patients, lines } = await readInScope(queries, at)
    await assertAccountUsable(queries, order.userId)
    const { staffId } = actor
    await writeDeskEvent(context, queries, {
      order,
      staffId,
      kind: 'testsOpened',
      text: reason,
      at: context.now(),
    })
    await assertStanding(queries, actor)
    await auditStaff(queries, actor, { action: 'read', kind: 'order', id: orderId })
    return {
      patients: patients.map(({ patientId }) => ({
        patientId,
        tests: namedTests(
          lines.filter((line) => line.patientId === patientId),
          locale,
        ),
      })),
    }
  })
}

/** Asks the patient whether the names of the tests may be seen. @throws Problem as `askForTests`, `not_found` */
export async function askTests(context: ApiContext, at: OrderAtDesk): Promise<void> {
  const { orderId, actor } = at
  await context.database.transaction(async (queries) => {
    const order = await lockAtDesk(queries, at)
    await askForTests(context, queries, order)
    const { staffId } = actor
    await writeDeskEvent(context, queries, {
      order,
      staffId,
      kind: 'testsAsked',
      text: null,
      at: context.now(),
    })
    await auditStaff(queries, actor, { action: 'update', kind: 'order', id: orderId })
  })
}
