import type { Queries } from '@shop/database/open-database'
import { ownerOf, type SealedField, type Sealing } from './sealing.ts'
import { Unreadable, unlessUnreadable, unreadableWords } from './unreadable.ts'

/** The value of the old column where the words are sealed; the previous release takes it for an empty text. */
export const SEALED_ELSEWHERE = ''

/** The field of words that people type: a column of this name with a sealed one beside it. */
export const wordsField = (table: string, column: string): SealedField => ({
  purpose: 'words',
  table,
  key: [['id', 'uuid']],
  column: `sealed_${column}`,
  clear: { text: `"${column}"`, columns: [column], isInUse: true },
})

export interface StoredWords<Clear extends string | null = string | null> {
  /** The id of the row. */
  id: string
  /** Clear text from the previous release; null: there are none, or they are erased. */
  clear: Clear
  sealed: string | null
}

/** The values of both columns for a row's words; null stays null. */
export const sealWords = async <Words extends string | null>(
  sealing: Sealing,
  queries: Queries,
  id: string,
  words: Words,
) => ({
  clear: (words === null ? null : SEALED_ELSEWHERE) as Words,
  sealed: words === null ? null : await sealing.seal(queries, 'words', ownerOf([id]), words),
})

/** How many of the latest rows are opened to find the same words: more than anyone sends in the time that counts. */
export const MOST_COMPARED = 20

/** Finds the row with the same words. Sealed words are opened to compare; a row that does not open counts as other. */
export async function findWithText<Row>(
  rows: readonly Row[],
  open: (row: Row) => Promise<string | null>,
  words: string,
): Promise<Row | undefined> {
  for (const row of rows) {
    try {
      if (((await open(row)) ?? '') === words) return row
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
    }
  }
  return undefined
}

/** Opens words to mail or compare them. @throws Unreadable as `unseal` */
export async function openWords<Clear extends string | null>(
  sealing: Sealing,
  queries: Queries,
  { id, clear, sealed }: StoredWords<Clear>,
): Promise<Clear | string> {
  if (clear === null || sealed === null) return clear
  return sealing.unseal(queries, 'words', ownerOf([id]), sealed)
}

/** Opens words for display; if they do not open, a notice in the reader's language. Never store the result. */
export const showWords = <Clear extends string | null>(
  sealing: Sealing,
  queries: Queries,
  { table, column }: SealedField,
  words: StoredWords<Clear>,
): Promise<Clear | string> =>
  unlessUnreadable({ table, column, id: words.id }, openWords(sealing, queries, words), unreadableWords)
