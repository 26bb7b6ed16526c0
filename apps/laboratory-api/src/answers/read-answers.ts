import type { Queries } from '@shop/database/open-database'
import type { VisitQuestion } from '@shop/domain/visit-questions'
import { inArray } from 'drizzle-orm'
import { ownerOf, type SealedField, type Sealing } from '../encryption/sealing.ts'
import { visitAnswers } from './tables.ts'

/** The sealed column, for whoever seals it anew. */
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
  answer: string
  answeredAt: Date
}

/** What was answered for these orders. */
export async function readAnswers(
  sealing: Sealing,
  queries: Queries,
  orderIds: readonly string[],
): Promise<ReadAnswer[]> {
  if (orderIds.length === 0) return []
  const rows = await queries
    .select()
    .from(visitAnswers)
    .where(inArray(visitAnswers.orderId, [...orderIds]))
  return Promise.all(
    rows.map(async ({ sealedAnswer, ...row }) => ({
      ...row,
      answer: await sealing.unseal(queries, 'answer', keyOf(row), sealedAnswer),
    })),
  )
}

export const keyOf = ({ orderId, patientId, question }: Omit<ReadAnswer, 'answer' | 'answeredAt'>) =>
  ownerOf([orderId, patientId, question])
