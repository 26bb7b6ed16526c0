import type { Queries } from '@shop/database/open-database'
import { openWords, SEALED_ELSEWHERE, sealWords, showWords, wordsField } from '../encryption/sealed-words.ts'
import type { SealedField, Sealing } from '../encryption/sealing.ts'
import type { StoredDeskWords } from './tables.ts'

/** The sealed column of what the desk writes beside orders, for whoever seals it anew. */
export const sealedDeskFields: readonly SealedField[] = [wordsField('desk_event', 'text')]

/** A note or a reason as it is stored. */
export const sealDeskWords = async (
  sealing: Sealing,
  queries: Queries,
  id: string,
  words: string | null,
): Promise<StoredDeskWords> =>
  words === null
    ? { id, text: null, sealedText: null }
    : { id, text: SEALED_ELSEWHERE, sealedText: await sealWords(sealing, queries, id, words) }

/** A note or a reason; null: there is none, or none any more. @throws Unreadable */
export const openDeskWords = (
  sealing: Sealing,
  queries: Queries,
  { id, text: clear, sealedText: sealed }: StoredDeskWords,
): Promise<string | null> => openWords(sealing, queries, { id, clear, sealed })

/** As `openDeskWords`, for whoever reads them. */
export const showDeskWords = (
  sealing: Sealing,
  queries: Queries,
  { id, text: clear, sealedText: sealed }: StoredDeskWords,
): Promise<string | null> =>
  showWords(sealing, queries, { table: 'desk_event', column: 'text', id, clear, sealed })
