import type { Queries } from '@shop/database/open-database'
import { openWords, SEALED_ELSEWHERE, sealWords, wordsField } from '../encryption/sealed-words.ts'
import type { SealedField, Sealing } from '../encryption/sealing.ts'
import type { StoredEntry, StoredQuestion } from './tables.ts'

/** The sealed columns of questions and what was said after them, for whoever seals them anew. */
export const sealedSupportFields: readonly SealedField[] = [
  wordsField('support_message', 'message'),
  wordsField('support_entry', 'text'),
]

/** The first words as they are stored. */
export const sealQuestion = async (sealing: Sealing, queries: Queries, id: string, words: string) => ({
  id,
  message: SEALED_ELSEWHERE,
  sealedMessage: await sealWords(sealing, queries, id, words),
})

/** Later words as they are stored. */
export const sealEntry = async (sealing: Sealing, queries: Queries, id: string, words: string) => ({
  id,
  text: SEALED_ELSEWHERE,
  sealedText: await sealWords(sealing, queries, id, words),
})

/** The first words of a question. */
export const openQuestion = (
  sealing: Sealing,
  queries: Queries,
  { id, message: clear, sealedMessage: sealed }: StoredQuestion,
): Promise<string> => openWords(sealing, queries, { id, clear, sealed })

/** What was said later. */
export const openEntry = (
  sealing: Sealing,
  queries: Queries,
  { id, text: clear, sealedText: sealed }: StoredEntry,
): Promise<string> => openWords(sealing, queries, { id, clear, sealed })
