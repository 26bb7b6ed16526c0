import type { Queries } from '@shop/database/open-database'
import { openWords, SEALED_ELSEWHERE, sealWords, wordsField } from '../encryption/sealed-words.ts'
import type { SealedField, Sealing } from '../encryption/sealing.ts'
import type { RightsRequestRow, RightsStepRow } from './tables.ts'

/** The sealed columns of requests about data and of what was done about them, for whoever seals them anew. */
export const sealedRightsFields: readonly SealedField[] = [
  wordsField('rights_request', 'words'),
  wordsField('rights_request', 'answer'),
  wordsField('rights_step', 'text'),
]

/** What is asked for, as it is stored. */
export const sealAsked = async (sealing: Sealing, queries: Queries, id: string, words: string) => ({
  id,
  words: SEALED_ELSEWHERE,
  sealedWords: await sealWords(sealing, queries, id, words),
})

/** The answer, as it is stored. */
export const sealAnswer = async (sealing: Sealing, queries: Queries, id: string, answer: string) => ({
  answer: SEALED_ELSEWHERE,
  sealedAnswer: await sealWords(sealing, queries, id, answer),
})

/** What was noted with a step, as it is stored. */
export const sealStep = async (
  sealing: Sealing,
  queries: Queries,
  id: string,
  words: string | null,
): Promise<Pick<RightsStepRow, 'id' | 'text' | 'sealedText'>> =>
  words === null
    ? { id, text: null, sealedText: null }
    : { id, text: SEALED_ELSEWHERE, sealedText: await sealWords(sealing, queries, id, words) }

/** What is asked for; null: it is answered, and the account is gone. */
export const openAsked = (
  sealing: Sealing,
  queries: Queries,
  { id, words: clear, sealedWords: sealed }: Pick<RightsRequestRow, 'id' | 'words' | 'sealedWords'>,
): Promise<string | null> => openWords(sealing, queries, { id, clear, sealed })

/** The answer; null: there is none yet, or the account is gone. */
export const openAnswer = (
  sealing: Sealing,
  queries: Queries,
  { id, answer: clear, sealedAnswer: sealed }: Pick<RightsRequestRow, 'id' | 'answer' | 'sealedAnswer'>,
): Promise<string | null> => openWords(sealing, queries, { id, clear, sealed })

/** What was noted with a step. */
export const openStep = (
  sealing: Sealing,
  queries: Queries,
  { id, text: clear, sealedText: sealed }: Pick<RightsStepRow, 'id' | 'text' | 'sealedText'>,
): Promise<string | null> => openWords(sealing, queries, { id, clear, sealed })
