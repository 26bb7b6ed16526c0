import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SearchEntry } from '../search-entry.ts'
import type { AnalysesOfReason, SearchIndex } from '../search-index.ts'

/** A patient's query, and the codes that must be among the first three results. */
export interface QualityQuery {
  query: string
  expected: string[]
}

export interface KindQuality {
  kind: string
  asked: number
  found: number
  missed: { query: string; missing: string[]; first: string[] }[]
}

const FIRST = 3

/** Tune the search only by `queries` and `names-tuning`; the held-out names must stay unseen. */
export async function readQualityQueries(
  name: 'queries' | 'names-held-out' | 'names-tuning' = 'queries',
): Promise<Record<string, QualityQuery[]>> {
  return JSON.parse(await readFile(join(import.meta.dirname, `${name}.json`), 'utf8'))
}

/** Runs every query; it counts as found if all its codes are among the first three results. */
export function measureQuality(
  index: SearchIndex,
  entries: readonly SearchEntry[],
  queries: Record<string, QualityQuery[]>,
  reasonOf: (query: string) => AnalysesOfReason | null,
): KindQuality[] {
  const codes = new Map(entries.map(({ id, code }) => [id, code]))
  const offeredIds = new Set(codes.keys())
  return Object.entries(queries).map(([kind, list]) => {
    const missed = list.flatMap(({ query, expected }) => {
      const first = index
        .search(query, { limit: FIRST, offeredIds, reason: reasonOf(query) })
        .map((id) => codes.get(id) ?? '')
      const missing = expected.filter((code) => !first.includes(code))
      return missing.length > 0 ? [{ query, missing, first }] : []
    })
    return { kind, asked: list.length, found: list.length - missed.length, missed }
  })
}

/** The share of found queries over all kinds, 0 to 1. */
export function shareFound(qualities: readonly KindQuality[]): number {
  const asked = qualities.reduce((sum, quality) => sum + quality.asked, 0)
  return qualities.reduce((sum, quality) => sum + quality.found, 0) / asked
}
