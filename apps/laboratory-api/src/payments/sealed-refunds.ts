import type { Queries } from '@shop/database/open-database'
import { sealWords, showWords, wordsField } from '../encryption/sealed-words.ts'
import type { SealedField, Sealing } from '../encryption/sealing.ts'
import type { RefundRow } from './tables.ts'

const REASON = wordsField('payment_refund', 'reason')
/** The sealed column of refunds, for when it is sealed again. */
export const sealedRefundFields: readonly SealedField[] = [REASON]

type Reason = Pick<RefundRow, 'id' | 'reason' | 'sealedReason'>

/** The reason for a refund, as it is stored. */
export const sealReason = async (
  sealing: Sealing,
  queries: Queries,
  id: string,
  words: string | null,
): Promise<Reason> => {
  const { clear, sealed } = await sealWords(sealing, queries, id, words)
  return { id, reason: clear, sealedReason: sealed }
}

/** The reason for a refund, as people read it; null: none was given, or the account is erased. */
export const showReason = (
  sealing: Sealing,
  queries: Queries,
  { id, reason: clear, sealedReason: sealed }: Reason,
): Promise<string | null> => showWords(sealing, queries, REASON, { id, clear, sealed })
