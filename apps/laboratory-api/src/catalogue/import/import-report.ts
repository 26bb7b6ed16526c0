import type { CatalogueEntries } from './read-catalogue-files.ts'

/** Why an entry of a file was not taken. */
export interface Refusal {
  file: string
  /** Its code or id, else its place as `#12`; empty when the whole file is meant. */
  entry: string
  /** Dotted path; empty when the whole entry is meant. */
  field: string
  reason: string
}

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
