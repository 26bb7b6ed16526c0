import { LISTED } from '@shop/contract/desk'
import type { VisitSheet } from '@shop/contract/desk-sheet'
import type { Queries } from '@shop/database/open-database'
import { todayIn } from '@shop/domain/age'
import type { Turn } from '@shop/domain/family-morning'
import type { Locale } from '@shop/domain/locale'
import type { LaboratoryScope } from '@shop/domain/staff'
import { visitStateOf } from '@shop/domain/visit-progress'
import type { VisitQuestion } from '@shop/domain/visit-questions'
import { inZone } from '@shop/domain/visit-slots'
import type { Reader } from '@shop/texts/formats.server'
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { type ReadAnswer, readAnswers } from '../answers/read-answers.ts'
import { inLanguage } from '../catalogue/localised.ts'
import type { ApiContext } from '../context.ts'
import { askedOf, orderPreparation } from '../orders/order-preparation.ts'
import { type ReadPatient, readVisits, type StoredOrder } from '../orders/order-queries.ts'
import { orderTurns } from '../orders/order-turns.ts'
import { visitsOfDay } from '../orders/orders-in-scope.ts'
import { orders } from '../orders/tables.ts'
import { auditList, type StaffActor } from '../staff/audit-staff.ts'
import { isThere, regionsOf, type Where } from './list-visits.ts'
import { containersOf, namedTests } from './read-order.ts'
import { showDeskWords } from './sealed-desk-words.ts'
import { deskEvents, visitProgress } from './tables.ts'

interface ReadSheet extends Where {
  actor: StaffActor
  scope: LaboratoryScope
  /** `YYYY-MM-DD` in the business zone; absent: today. */
  date?: string | undefined
  locale: Locale
}

/** The home visits of a day, in one place or everywhere, by time, with everything needed at the door. */
export async function readSheet(
  context: ApiContext,
  { actor, scope, date, locale, ...where }: ReadSheet,
): Promise<VisitSheet> {
  const { database, settings, now } = context
  const { queries } = database
  const zone = settings.businessTimeZone
  const day = date ?? todayIn(zone, now())
  const ofDay = visitsOfDay({ scope, day, zone })
  const atHome = and(ofDay, eq(orders.visitKind, 'homeCall'), isThere(context, where))
  const found = await readVisits(queries, atHome, LISTED)
  const ids = found.map(({ order }) => order.id)
  await auditList(queries, actor, { kind: 'order', ids }, now())
  const [progress, notes] = [await progressOf(queries, ids), await notesOf(context, ids)]
  const answers = await readAnswers(context.sealing, queries, ids)
  const visits = found.map((visit) => {
    const { order } = visit
    const recorded = progress.get(order.id)
    return {
      orderId: order.id,
      number: order.number,
      orderState: order.state,
      state: visitStateOf(order.state, recorded?.state ?? null),
      version: recorded?.version ?? 0,
      start: inZone(order.visitStart.toISOString(), zone),
      end: inZone(order.visitEnd.toISOString(), zone),
      laboratoryId: order.laboratoryId,
      regionName: order.region && inLanguage(order.region.name, locale),
      address: order.address,
      phone: order.phone || order.feedback.contactPhone || null,
      locale: order.locale,
      notes: notes.flatMap(({ orderId, text }) => (orderId === order.id && text ? [text] : [])),
      people: peopleOf(context, { ...visit, answers }, locale),
    }
  })
  return { date: day, visits, regions: await regionsOf(queries, ofDay, locale) }
}

/** The people to visit, with what the nurse needs to know of each. Add further details for the door here. */
function peopleOf(
  { catalogue, settings }: ApiContext,
  {
    order,
    patients,
    lines,
    answers,
  }: Pick<StoredOrder, 'order' | 'patients' | 'lines'> & { answers: readonly ReadAnswer[] },
  locale: Locale,
) {
  const answerTo = (patientId: string, question: VisitQuestion) =>
    answers.find(
      (one) => one.orderId === order.id && one.patientId === patientId && one.question === question,
    )
  const { businessTimeZone } = settings
  const turns = orderTurns({ order, patients, lines }, businessTimeZone)
  const rankOf = ({ patientId }: { patientId: string }) => turns.findIndex(({ id }) => id === patientId)
  return patients
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((patient) => {
      const { patientId, firstName, lastName, gender, dateOfBirth, pregnant } = patient
      const analyses = lines.filter((line) => line.patientId === patientId && line.kind === 'analysis')
      return {
        patientId,
        name: `${lastName} ${firstName}`,
        gender,
        dateOfBirth,
        pregnant,
        tests: namedTests(analyses, locale),
        containers: containersOf(catalogue.current(), { patient, analyses, locale }),
        answers: askedOf(patient, lines).map((question) => ({
          question,
          answer: answerTo(patientId, question)?.answer ?? null,
        })),
        ...whenToEat(patient, { order, lines, turns, reader: { locale, businessTimeZone } }),
      }
    })
}

interface WhenToEat extends Pick<StoredOrder, 'order' | 'lines'> {
  turns: readonly Turn[]
  reader: Reader & { locale: Locale }
}

/** How long a patient fasts, and when they may eat: of several people after their own turn, else once it is done. */
function whenToEat(patient: ReadPatient, { order, lines, turns, reader }: WhenToEat) {
  const { fastingHours, beforeFeed } = orderPreparation(patient, { details: { order, lines }, reader })
  const turn = turns.find(({ id }) => id === patient.patientId)
  return {
    fastingHours,
    beforeFeed,
    turn: turn
      ? {
          start: inZone(turn.start, reader.businessTimeZone),
          minutes: turn.minutes,
          mayEatFrom: turn.mayEatFrom && inZone(turn.mayEatFrom, reader.businessTimeZone),
        }
      : null,
  }
}

async function progressOf(queries: Queries, orderIds: string[]) {
  if (orderIds.length === 0) return new Map()
  const rows = await queries.select().from(visitProgress).where(inArray(visitProgress.orderId, orderIds))
  return new Map(rows.map((row) => [row.orderId, row]))
}

async function notesOf({ database: { queries }, sealing }: ApiContext, orderIds: string[]) {
  if (orderIds.length === 0) return []
  const notes = await queries
    .select()
    .from(deskEvents)
    .where(
      and(inArray(deskEvents.orderId, orderIds), eq(deskEvents.kind, 'note'), isNotNull(deskEvents.text)),
    )
    .orderBy(asc(deskEvents.serial))
  return Promise.all(
    notes.map(async (note) => ({
      orderId: note.orderId,
      text: await showDeskWords(sealing, queries, note),
    })),
  )
}
