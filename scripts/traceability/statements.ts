import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One line of the specification, in our words. */
export interface Statement {
  id: string
  text: string
  /** Why no test can show it. */
  unprovable?: string
}

type Entry = string | { statement: string; unprovable: string }

export const ID = /^SPEC-(\d)-[A-Z0-9]+(?:-[A-Z0-9]+)*$/

/** Reads `{id: text}` files, in their order. @throws Error for an id that is given twice or is none */
export function readStatements(folder: string): Statement[] {
  const statements = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => {
      const entries: Record<string, Entry> = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      return Object.entries(entries).map(([id, entry]) => toStatement(id, entry))
    })
  const ids = new Set<string>()
  for (const { id } of statements) {
    if (!ID.test(id)) throw new Error(`${id} is no id of a statement`)
    if (ids.has(id)) throw new Error(`${id} is given twice`)
    ids.add(id)
  }
  return statements
}

function toStatement(id: string, entry: Entry): Statement {
  if (typeof entry === 'string') return { id, text: entry }
  return { id, text: entry.statement, unprovable: entry.unprovable }
}
