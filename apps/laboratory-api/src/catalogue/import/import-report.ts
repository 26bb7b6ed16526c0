import type { CatalogueEntries, Refusal } from './read-catalogue-files.ts'

/** The codes or ids of the entries of one kind that an import changed. */
export interface KindChanges {
  added: string[]
  changed: string[]
  withdrawn: string[]
}

export interface ImportReport {
  /** Not empty: nothing was stored. */
  refused: Refusal[]
  changes: Record<keyof CatalogueEntries, KindChanges>
  /** Entries in force after the import. */
  counts: Record<keyof CatalogueEntries, number>
  /** The catalogue's version; the previous one when nothing changed. Null when refused. */
  version: number | null
  isChanged: boolean
}
