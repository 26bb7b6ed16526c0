import type { Queries } from '@shop/database/open-database'
import { SEALED_ELSEWHERE, sealWords, showWords, wordsField } from '../encryption/sealed-words.ts'
import type { SealedField, Sealing } from '../encryption/sealing.ts'
import type { RefundRow } from './tables.ts'

/** The sealed column of refunds, for whoever seals it anew. */
export const sealedRefundFields: readonly SealedField[] = [wordsField('payment_refund', 'reason')]

type Reason = Pick<RefundRow, 'id' | 'reason' | 'sealedReason'>

/** Why money goes back, as it is stored. */
export const sealReason = async (
  sealing: Sealing,
  queries: Queries,
  id: string,
  words: string | null,
): Promise<Reason> =>
  words === null
    ? { id, reason: null, sealedReason: null }
    : { id, reason: SEALED_ELSEWHERE, sealedReason: await sealWords(sealing, queries, id, words) }

/** Why money goes back, for whoever reads it; null: nobody said, or the account is erased. */
export const showReason = (
  sealing: Sealing,
  queries: Queries,
  { id, reason: clear, sealedReason: sealed }: Reason,
): Promise<string | null> =>
  showWords(sealing, queries, { table: 'payment_refund', column: 'reason', id, clear, sealed })
