import type { Queries } from '@shop/database/open-database'
import { openWords, SEALED_ELSEWHERE, sealWords, showWords, wordsField } from '../encryption/sealed-words.ts'
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

const ofQuestion = ({ id, message: clear, sealedMessage: sealed }: StoredQuestion) => ({ id, clear, sealed })
const ofEntry = ({ id, text: clear, sealedText: sealed }: StoredEntry) => ({ id, clear, sealed })

/** The first words of a question. @throws Unreadable */
export const openQuestion = (sealing: Sealing, queries: Queries, question: StoredQuestion): Promise<string> =>
  openWords(sealing, queries, ofQuestion(question))

/** What was said later. @throws Unreadable */
export const openEntry = (sealing: Sealing, queries: Queries, entry: StoredEntry): Promise<string> =>
  openWords(sealing, queries, ofEntry(entry))

/** The first words of a question, for whoever reads them. */
export const showQuestion = (sealing: Sealing, queries: Queries, question: StoredQuestion): Promise<string> =>
  showWords(sealing, queries, { table: 'support_message', column: 'message', ...ofQuestion(question) })

/** What was said later, for whoever reads it. */
export const showEntry = (sealing: Sealing, queries: Queries, entry: StoredEntry): Promise<string> =>
  showWords(sealing, queries, { table: 'support_entry', column: 'text', ...ofEntry(entry) })
