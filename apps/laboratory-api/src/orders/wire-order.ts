import { feedbackToWire, lineToWire } from '@shop/contract/order-codec'
import type { ListedOrder, Order, OrderLine } from '@shop/contract/orders'
import { todayIn } from '@shop/domain/age'
import type { Closure } from '@shop/domain/laboratory-calendar'
import type { Locale } from '@shop/domain/locale'
import { type Currency, toWire, type WireMoney } from '@shop/domain/money'
import { readyDate } from '@shop/domain/ready-date'
import { leftToRefund } from '@shop/domain/refunds'
import { inZone } from '@shop/domain/visit-slots'
import type { Reader } from '@shop/texts/formats.server'
import { everyText, inLanguage } from '../catalogue/localised.ts'
import type { ApiContext } from '../context.ts'
import { changeableUntil } from './move-visit.ts'
import { askedOf, orderPreparation } from './order-preparation.ts'
import type { OrderOverview, ReadLine, ReadPatient, StoredOrder } from './order-queries.ts'
import { orderTurns } from './order-turns.ts'
import type { OrderRow } from './tables.ts'

export interface OrderReader extends Reader {
  locale: Locale
  closuresOf(laboratoryId: number): readonly Closure[]
  /** Until when the patient may change the visit. */
  changeableUntil(order: OrderRow): Date | null
}

export const orderReaderOf = (
  context: Pick<ApiContext, 'settings' | 'calendar'>,
  locale: Locale,
): OrderReader => ({
  locale,
  businessTimeZone: context.settings.businessTimeZone,
  closuresOf: context.calendar.closuresOf,
  changeableUntil: (order) => changeableUntil(context, order),
})

export function toListedOrder(
  { order, patientIds, patientNames, analysisCount, tests }: OrderOverview,
  reader: OrderReader,
): ListedOrder {
  const { laboratory } = order
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    createdAt: order.createdAt.toISOString(),
    visit: {
      kind: order.visitKind,
      start: inZone(order.visitStart.toISOString(), reader.businessTimeZone),
      end: inZone(order.visitEnd.toISOString(), reader.businessTimeZone),
      regionName: order.region && inLanguage(order.region.name, reader.locale),
      ...(order.region ? { regionNames: everyText(order.region.name) } : {}),
      address: order.address,
      phone: order.phone,
    },
    laboratory: {
      id: order.laboratoryId,
      // As on the branch's sign, in every language: a branch has one name.
      city: laboratory.city.ru,
      address: laboratory.address.ru,
      callable: laboratory.callable,
    },
    patientIds,
    patientNames,
    analysisCount,
    ...(tests && {
      tests: { names: tests.names.map((name) => inLanguage(name, reader.locale)), count: tests.count },
    }),
    total: wire(order.total, order.currency),
  }
}

export function toOrder(details: StoredOrder, reader: OrderReader): Order {
  const { order, patients, lines, attempts, refunds, history } = details
  const attempt = attempts.find(({ state }) => state === 'paid' || state === 'refunded') ?? attempts[0]
  const analyses = lines.filter(({ kind }) => kind === 'analysis')
  const overview = {
    order,
    patientIds: patients.map(({ patientId }) => patientId),
    patientNames: patients.map(fullName),
    analysisCount: analyses.length,
  }
  return {
    ...toListedOrder(overview, reader),
    expiresAt: order.state === 'awaitingPayment' ? order.expiresAt.toISOString() : null,
    patients: patients.map((patient) => toPatient(patient, lines, order, reader)),
    asksQuestions: patients.some((patient) => askedOf(patient, lines).length > 0),
    turns: orderTurns({ order, patients, lines }, reader.businessTimeZone).map(
      ({ id, start, mayEatFrom, minutes }) => ({
        patientId: id,
        start: inZone(start, reader.businessTimeZone),
        minutes,
        mayEatFrom: mayEatFrom && inZone(mayEatFrom, reader.businessTimeZone),
      }),
    ),
    deliveryPrice: order.deliveryPrice === null ? null : wire(order.deliveryPrice, order.currency),
    visitChange: {
      until: reader.changeableUntil(order)?.toISOString() ?? null,
      movedFrom: order.visitMovedFrom && inZone(order.visitMovedFrom.toISOString(), reader.businessTimeZone),
    },
    feedback: feedbackToWire(order.feedback),
    ...readyDates(order, analyses, reader),
    payment: {
      state: attempt?.state ?? 'none',
      paidAt: attempt?.paidAt ? new Date(attempt.paidAt).toISOString() : null,
      refundDue: order.refundDue,
      kept: wire(leftToRefund(order.total, refunds.filter(isCertain)), order.currency),
      refunds: refunds.map(({ state, amount, at }) => ({
        state,
        amount: wire(amount, order.currency),
        at: new Date(at).toISOString(),
      })),
    },
    history: history.map(({ state, at, cause }) => ({ state, at: new Date(at).toISOString(), cause })),
  }
}

/** Of the order's own payment, and not merely asked for: cancelling declines what waits for a second person. */
const isCertain = ({ isOfOrder, state }: StoredOrder['refunds'][number]) => isOfOrder && state !== 'requested'

function toPatient(
  patient: ReadPatient,
  lines: readonly ReadLine[],
  order: OrderRow,
  reader: OrderReader,
): Order['patients'][number] {
  const own = lines.filter(({ patientId }) => patientId === patient.patientId)
  const { patientId, firstName, lastName, subtotal, optionalMaterials, broughtMaterials, profiles } = patient
  return {
    patientId,
    firstName,
    lastName,
    lines: own.map((line) => toLine(line, order.currency, reader.locale)),
    profiles: profiles.map(({ id = null, ...profile }) => ({ id, ...profile })),
    subtotal: wire(subtotal, order.currency),
    preparation: preparationOf(patient, { order, lines: own }, reader),
    optionalMaterials,
    broughtMaterials: broughtMaterials.map(({ id, name }) => ({
      id,
      name: inLanguage(name, reader.locale),
    })),
  }
}

function toLine(line: ReadLine, currency: Currency, locale: Locale): OrderLine {
  const { kind, itemId, code, quantity, turnaroundDays, name, price } = line
  return lineToWire({
    kind,
    id: itemId,
    code,
    name: inLanguage(name, locale),
    quantity,
    price: wire(price, currency),
    turnaroundDays,
  })
}

function preparationOf(
  patient: ReadPatient,
  details: Pick<StoredOrder, 'order' | 'lines'>,
  reader: OrderReader,
) {
  const merged = orderPreparation(patient, { details, reader })
  const { fastingHours, fastFrom, fastingNote = null, beforeFeed, isLateForUrine, notes } = merged
  return {
    fastingHours,
    fastFrom: fastFrom ? inZone(fastFrom, reader.businessTimeZone) : null,
    beforeFeed,
    notes: fastingNote ? [fastingNote, ...notes] : notes,
    fastingNote,
    isLateForUrine,
  }
}

function readyDates(
  { visitStart, laboratoryId }: OrderRow,
  analyses: readonly ReadLine[],
  { businessTimeZone, closuresOf }: OrderReader,
): Pick<Order, 'firstReadyDate' | 'readyDate'> {
  if (analyses.length === 0) return { firstReadyDate: null, readyDate: null }
  const periods = analyses.map(({ turnaroundDays }) => turnaroundDays ?? 0)
  const day = (period: number) =>
    readyDate(todayIn(businessTimeZone, visitStart), period, closuresOf(laboratoryId))
  return { firstReadyDate: day(Math.min(...periods)), readyDate: day(Math.max(...periods)) }
}

function fullName({ firstName, lastName }: ReadPatient): string {
  return `${firstName} ${lastName}`
}

function wire(amount: number, currency: Currency): WireMoney {
  return toWire({ amount, currency })
}
