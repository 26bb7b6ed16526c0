import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One statement that must hold, in our words or a standard's. */
export interface Statement {
  id: string
  text: string
  /** Why no test proves it; null if a test must. */
  without: Without | null
}

export interface Without {
  kind: Excuse
  /** A reason, what is missing, or the path of the document that covers it. */
  words: string
}

/**
 * `unprovable`: it holds, and no test can show it; `document`: it asks for a document, which exists;
 * `notApplicable`: there is nothing here that it applies to; `open`: it does not hold, or nothing shows yet that it
 * does.
 */
export const EXCUSES = ['unprovable', 'document', 'notApplicable', 'open'] as const
export type Excuse = (typeof EXCUSES)[number]

type Entry = string | ({ statement: string } & Partial<Record<Excuse, string>>)

/** A body of statements with the table that is written from them. */
export interface Body {
  /** The prefix of its ids: `SPEC` of `SPEC-4-LOGIN`. */
  prefix: string
  /** Paths from the root: the statements' folder, and the table. */
  statements: string
  table: string
  form: RegExp
  head: string
  /** Titles of the table's sections, by the prefix of their ids. */
  sections: Readonly<Record<string, string>>
}

/** Reads `{id: text}` files, in their order. @throws Error for an id that is repeated or invalid, or for two excuses */
export function readStatements(root: string, { statements: folder, form }: Body): Statement[] {
  const statements = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const entries: Record<string, Entry> = JSON.parse(readFileSync(join(root, folder, name), 'utf8'))
      return Object.entries(entries).map(([id, entry]) => toStatement(id, entry))
    })
  const ids = new Set<string>()
  for (const { id } of statements) {
    if (!form.test(id)) throw new Error(`${id} is not the id of a statement`)
    if (ids.has(id)) throw new Error(`${id} is given twice`)
    ids.add(id)
  }
  return statements
}

function toStatement(id: string, entry: Entry): Statement {
  if (typeof entry === 'string') return { id, text: entry, without: null }
  const given = EXCUSES.filter((kind) => entry[kind] !== undefined)
  const [kind] = given
  if (!kind || given.length > 1 || !entry[kind]?.trim()) {
    throw new Error(`${id}: one of ${EXCUSES.join(', ')} with words is expected`)
  }
  return { id, text: entry.statement, without: { kind, words: entry[kind] } }
}
