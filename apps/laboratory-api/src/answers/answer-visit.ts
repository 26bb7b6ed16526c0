import { Problem } from '@shop/contract/problem'
import type { AnswerVisit, VisitAnswers } from '@shop/contract/visit-answers'
import type { Queries } from '@shop/database/open-database'
import { todayIn } from '@shop/domain/age'
import { isBeforeCollection } from '@shop/domain/order-states'
import { isAnswer } from '@shop/domain/visit-questions'
import { and, eq, lt, notExists, sql } from 'drizzle-orm'
import { holdOwnAccount } from '../accounts/lock-account.ts'
import { restrictedOwner } from '../accounts/processing-limits.ts'
import type { Viewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { askedOf } from '../orders/order-preparation.ts'
import { readOwnOrder, type StoredOrder } from '../orders/order-queries.ts'
import { orders } from '../orders/tables.ts'
import { daysBefore, VISIT_ANSWER_DAYS } from '../retention.ts'
import { answerKey, readAnswers } from './read-answers.ts'
import { visitAnswers } from './tables.ts'

interface OwnOrder {
  viewer: Viewer
  requestId: string
  orderId: string
}

/** The questions for the patients of the viewer's own order, with their answers. @throws Problem not_found */
export async function readVisitAnswers(context: ApiContext, own: OwnOrder): Promise<VisitAnswers> {
  const { queries } = context.database
  const details = await readOwn(queries, own)
  await auditAnswers(queries, own, 'read')
  return wireAnswers(context, queries, details)
}

/**
 * Stores given answers and deletes those taken back; questions not named keep their answers. To laboratories the
 * order then counts as changed.
 * @throws Problem not_found, visit_not_changeable, unknown_patient, invalid_fields
 */
export async function answerVisit(
  context: ApiContext,
  { people, ...own }: OwnOrder & AnswerVisit,
): Promise<VisitAnswers> {
  const { sealing, settings } = context
  const now = context.now()
  return context.database.transaction(async (queries) => {
    await holdOwnAccount(queries, own.viewer)
    // Of two concurrent calls the later waits, and wins. An order whose samples are taken in the meantime is
    // closed.
    await queries
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, own.orderId), eq(orders.userId, own.viewer.userId)))
      .for('update')
    const details = await readOwn(queries, own)
    if (!isBeforeCollection(details.order.state)) throw new Problem('visit_not_changeable')
    const given = await readAnswers(sealing, queries, [own.orderId], own.viewer.userId)
    const unreadable = new Set(given.filter(({ answer }) => answer === null).map(answerKey))
    const visitDate = todayIn(settings.businessTimeZone, details.order.visitStart)
    for (const [place, { patientId, answers }] of people.entries()) {
      const patient = details.patients.find((one) => one.patientId === patientId)
      if (!patient) throw new Problem('unknown_patient')
      const asked = askedOf(patient, details.lines)
      for (const [index, { question, answer }] of answers.entries()) {
        const path = `people.${place}.answers.${index}.answer`
        if (!asked.includes(question)) throw refused(path, 'is not asked')
        const key = { orderId: own.orderId, patientId, question }
        if (answer === null) {
          // The form showed no answer, so it returned none: this does not take the answer back.
          if (unreadable.has(answerKey(key))) continue
          await queries
            .delete(visitAnswers)
            .where(and(isOf(key), eq(visitAnswers.ownerId, own.viewer.userId)))
          continue
        }
        const span = { dateOfBirth: patient.dateOfBirth, visitDate }
        if (!isAnswer(question, answer, span)) throw refused(path, 'is not an answer to this question')
        const set = {
          sealedAnswer: await sealing.seal(queries, 'answer', answerKey(key), answer),
          answeredAt: now,
        }
        await queries
          .insert(visitAnswers)
          .values({ ...key, ownerId: own.viewer.userId, ...set })
          .onConflictDoUpdate({
            target: [
              visitAnswers.orderId,
              visitAnswers.patientId,
              visitAnswers.question,
              visitAnswers.ownerId,
            ],
            set,
          })
      }
    }
    await context.noteChangedOrder(queries, { id: own.orderId, ownerId: own.viewer.userId }, now)
    await auditAnswers(queries, own, 'update')
    return wireAnswers(context, queries, details)
  })
}

const refused = (path: string, message: string) =>
  new Problem('invalid_fields', { errors: [{ path, message }] })

const isOf = ({ orderId, patientId, question }: Parameters<typeof answerKey>[0]) =>
  and(
    eq(visitAnswers.orderId, orderId),
    eq(visitAnswers.patientId, patientId),
    eq(visitAnswers.question, question),
  )

async function readOwn(queries: Queries, { viewer, orderId }: OwnOrder): Promise<StoredOrder> {
  const details = await readOwnOrder(queries, { userId: viewer.userId, orderId })
  if (!details) throw new Problem('not_found')
  return details
}

async function auditAnswers(queries: Queries, own: OwnOrder, action: 'read' | 'update'): Promise<void> {
  const { requestId, orderId: id, viewer } = own
  await audit(queries, { requestId, userId: viewer.userId, actor: 'user', action, kind: 'order', id })
}

async function wireAnswers(
  { sealing }: ApiContext,
  queries: Queries,
  details: StoredOrder,
): Promise<VisitAnswers> {
  const given = await readAnswers(sealing, queries, [details.order.id], details.order.ownerId)
  const people = details.patients.map((patient) => ({
    patientId: patient.patientId,
    firstName: patient.firstName,
    answers: askedOf(patient, details.lines).map((question) => ({
      question,
      answer:
        given.find((one) => one.patientId === patient.patientId && one.question === question)?.answer ?? null,
    })),
  }))
  const isOpen = isBeforeCollection(details.order.state)
  return { people: people.filter(({ answers }) => answers.length > 0), isOpen }
}

/** Deletes answers for visits long past; those of restricted accounts are all kept. */
export async function deleteOldAnswers({ database, now }: ApiContext): Promise<void> {
  const { queries } = database
  const over = queries
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        lt(orders.visitEnd, daysBefore(now(), VISIT_ANSWER_DAYS)),
        notExists(restrictedOwner(queries, orders.userId)),
      ),
    )
  await queries.delete(visitAnswers).where(sql`${visitAnswers.orderId} in ${over}`)
}
