import type { Queries } from '@shop/database/open-database'
import { openWords, sealWords, showWords, wordsField } from '../encryption/sealed-words.ts'
import type { SealedField, Sealing } from '../encryption/sealing.ts'
import type { StoredDeskWords } from './tables.ts'

const TEXT = wordsField('desk_event', 'text')
/** The sealed column of the desk's events, for resealing. */
export const sealedDeskFields: readonly SealedField[] = [TEXT]

/** A note or a reason as it is stored. */
export const sealDeskWords = async (
  sealing: Sealing,
  queries: Queries,
  id: string,
  words: string | null,
): Promise<StoredDeskWords> => {
  const { clear, sealed } = await sealWords(sealing, queries, id, words)
  return { id, text: clear, sealedText: sealed }
}

/** A note or a reason; null: there is none, or it is erased. @throws Unreadable */
export const openDeskWords = (
  sealing: Sealing,
  queries: Queries,
  { id, text: clear, sealedText: sealed }: StoredDeskWords,
): Promise<string | null> => openWords(sealing, queries, { id, clear, sealed })

/** As `openDeskWords`, for display: if unreadable, a text that says so. */
export const showDeskWords = (
  sealing: Sealing,
  queries: Queries,
  { id, text: clear, sealedText: sealed }: StoredDeskWords,
): Promise<string | null> => showWords(sealing, queries, TEXT, { id, clear, sealed })
