import type { Queries } from '@shop/database/open-database'
import type { VisitQuestion } from '@shop/domain/visit-questions'
import { and, eq, inArray } from 'drizzle-orm'
import { ownerOf, type SealedField, type Sealing } from '../encryption/sealing.ts'
import { unlessUnreadable } from '../encryption/unreadable.ts'
import { visitAnswers } from './tables.ts'

/** The sealed column, for resealing it with another key. */
export const sealedAnswerFields: readonly SealedField[] = [
  {
    purpose: 'answer',
    table: 'visit_answer',
    key: [
      ['order_id', 'uuid'],
      ['patient_id', 'uuid'],
      ['question', 'text'],
    ],
    column: 'sealed_answer',
  },
]

export interface ReadAnswer {
  orderId: string
  patientId: string
  question: VisitQuestion
  /** Null: no key decrypts it. */
  answer: string | null
  answeredAt: Date
}
export type ReadableAnswer = ReadAnswer & { answer: string }

/**
 * The answers for these orders, limited to one owner if given. An answer that cannot be decrypted does not hide
 * the others.
 */
export async function readAnswers(
  sealing: Sealing,
  queries: Queries,
  orderIds: readonly string[],
  ownerId?: string,
): Promise<ReadAnswer[]> {
  if (orderIds.length === 0) return []
  const rows = await queries
    .select()
    .from(visitAnswers)
    .where(
      and(
        inArray(visitAnswers.orderId, [...orderIds]),
        ownerId === undefined ? undefined : eq(visitAnswers.ownerId, ownerId),
      ),
    )
  return Promise.all(
    rows.map(async ({ sealedAnswer, ownerId: _, ...row }) => ({
      ...row,
      answer: await unlessUnreadable(
        // The question alone reveals something about the person: the log names the row without it.
        { table: 'visit_answer', column: 'sealed_answer', id: ownerOf([row.orderId, row.patientId]) },
        sealing.unseal(queries, 'answer', answerKey(row), sealedAnswer),
        () => null,
      ),
    })),
  )
}

export const answerKey = ({ orderId, patientId, question }: Omit<ReadAnswer, 'answer' | 'answeredAt'>) =>
  ownerOf([orderId, patientId, question])
