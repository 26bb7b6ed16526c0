import type { Queries } from '@shop/database/open-database'
import { openWords, sealWords, showWords, wordsField } from '../encryption/sealed-words.ts'
import type { SealedField, Sealing } from '../encryption/sealing.ts'
import type { StoredEntry, StoredQuestion } from './tables.ts'

const MESSAGE = wordsField('support_message', 'message')
const ENTRY = wordsField('support_entry', 'text')
/** The sealed columns of questions and later entries, for those who re-seal them. */
export const sealedSupportFields: readonly SealedField[] = [MESSAGE, ENTRY]

/** The text of a question, as stored. */
export const sealQuestion = async (sealing: Sealing, queries: Queries, id: string, words: string) => {
  const { clear, sealed } = await sealWords(sealing, queries, id, words)
  return { id, message: clear, sealedMessage: sealed }
}

/** The text of a later entry, as stored. */
export const sealEntry = async (sealing: Sealing, queries: Queries, id: string, words: string) => {
  const { clear, sealed } = await sealWords(sealing, queries, id, words)
  return { id, text: clear, sealedText: sealed }
}

const ofQuestion = ({ id, message: clear, sealedMessage: sealed }: StoredQuestion) => ({ id, clear, sealed })
const ofEntry = ({ id, text: clear, sealedText: sealed }: StoredEntry) => ({ id, clear, sealed })

/** The text of a question. @throws Unreadable */
export const openQuestion = (sealing: Sealing, queries: Queries, question: StoredQuestion): Promise<string> =>
  openWords(sealing, queries, ofQuestion(question))

/** The text of a later entry. @throws Unreadable */
export const openEntry = (sealing: Sealing, queries: Queries, entry: StoredEntry): Promise<string> =>
  openWords(sealing, queries, ofEntry(entry))

/** The text of a question, for display: unreadable words are replaced by a notice. */
export const showQuestion = (sealing: Sealing, queries: Queries, question: StoredQuestion): Promise<string> =>
  showWords(sealing, queries, MESSAGE, ofQuestion(question))

/** The text of a later entry, for display. */
export const showEntry = (sealing: Sealing, queries: Queries, entry: StoredEntry): Promise<string> =>
  showWords(sealing, queries, ENTRY, ofEntry(entry))
