import type { Queries } from '@shop/database/open-database'
import { ownerOf, type SealedField, type Sealing } from './sealing.ts'
import { Unreadable, unlessUnreadable, unreadableWords } from './unreadable.ts'

/** What stands in the column of old where the words are sealed: the release before takes it for an empty text. */
export const SEALED_ELSEWHERE = ''

/** Words that people type, in a column of that name with a sealed one beside it. */
export const wordsField = (table: string, column: string): SealedField => ({
  purpose: 'words',
  table,
  key: [['id', 'uuid']],
  column: `sealed_${column}`,
  clear: { text: `"${column}"`, columns: [column], isInUse: true },
})

export interface StoredWords<Clear extends string | null = string | null> {
  /** Of the row. */
  id: string
  /** As the release before wrote them; null: there are none, or none any more. */
  clear: Clear
  sealed: string | null
}

/** What both columns hold of a row's words: none stay none. */
export const sealWords = async <Words extends string | null>(
  sealing: Sealing,
  queries: Queries,
  id: string,
  words: Words,
) => ({
  clear: (words === null ? null : SEALED_ELSEWHERE) as Words,
  sealed: words === null ? null : await sealing.seal(queries, 'words', ownerOf([id]), words),
})

/** So many of the latest are opened to tell whether the same words have come again: more than anybody sends in that time. */
export const MOST_COMPARED = 20

/** Which of these rows says the same: sealed words are told apart by opening them. What does not open says something else. */
export async function findSaying<Row>(
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

/** For what is mailed or compared. @throws Unreadable as `unseal` */
export async function openWords<Clear extends string | null>(
  sealing: Sealing,
  queries: Queries,
  { id, clear, sealed }: StoredWords<Clear>,
): Promise<Clear | string> {
  if (clear === null || sealed === null) return clear
  return sealing.unseal(queries, 'words', ownerOf([id]), sealed)
}

/** For whoever reads: what does not open is said to be unreadable, in their language. Never to be written anywhere. */
export const showWords = <Clear extends string | null>(
  sealing: Sealing,
  queries: Queries,
  { table, column }: SealedField,
  words: StoredWords<Clear>,
): Promise<Clear | string> =>
  unlessUnreadable({ table, column, id: words.id }, openWords(sealing, queries, words), unreadableWords)
