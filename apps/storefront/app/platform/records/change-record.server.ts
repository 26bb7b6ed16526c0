import { setTimeout as wait } from 'node:timers/promises'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { type StoredRecord, writeRecord } from './record-store.server.ts'

/** Far more than there are contenders for one record; one of them succeeds in each round. */
const MAX_TRIES = 60
const FIRST_PAUSE_MS = 4
const LONGEST_PAUSE_MS = 120

const tails = new Map<string, Promise<unknown>>()

/**
 * Runs work with the same key one after another within this process. Versions alone would be enough; this only spares
 * retries when one owner's changes arrive together.
 */
function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(key) ?? Promise.resolve()
  const result = before.then(work, work)
  const tail = result.catch(() => {})
  tails.set(key, tail)
  tail.then(() => {
    if (tails.get(key) === tail) tails.delete(key)
  })
  return result
}

interface ChangeRecord<Read extends { record: StoredRecord }, Result> {
  queries: Queries
  /** Changes of one owner in this process wait for each other. */
  owner: string
  now: () => Date
  read(): Promise<Read>
  /** Called once per try, so without effects. `body` undefined: nothing to write. */
  change(read: Read): Promise<{ body: unknown; result: Result }>
}

/**
 * Reads, computes, and writes only if the version is still current; otherwise tries again. It takes two statements, a
 * read and a write. Returns what was read, the current version and the result.
 * @throws Problem `stale_write` after very many lost races
 */
export function changeRecord<Read extends { record: StoredRecord }, Result>(
  input: ChangeRecord<Read, Result>,
): Promise<{ read: Read; version: number; result: Result }> {
  return inTurn(input.owner, async () => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const read = await input.read()
      const { body, result } = await input.change(read)
      if (body === undefined) return { read, version: read.record.version, result }
      const version = await writeRecord(input.queries, { read: read.record, body, now: input.now() })
      if (version !== null) return { read, version, result }
      await wait(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries))
    }
    throw new Problem('stale_write')
  })
}
