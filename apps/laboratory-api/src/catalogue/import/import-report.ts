import type { CatalogueEntries, Refusal } from './read-catalogue-files.ts'

/** Codes or ids of what an import did to one kind of entry. */
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
  /** The catalogue's version; the same as before when nothing changed. Null when refused. */
  version: number | null
  isChanged: boolean
}
