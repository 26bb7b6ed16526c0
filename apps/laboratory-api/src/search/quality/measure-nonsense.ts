import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EverydaySearch } from './measure-everyday.ts'

/**
 * Terms that must find nothing, by kind and language: made-up words, made-up words beside common ones, and
 * goods of other shops.
 */
export async function readNonsense(
  name: 'nonsense-tuning' | 'nonsense-held-out',
): Promise<Record<string, Record<string, string[]>>> {
  return JSON.parse(await readFile(join(import.meta.dirname, `${name}.json`), 'utf8'))
}

/** Searches all terms; returns how many there were and which got an answer. */
export function measureNonsense(
  { ask }: EverydaySearch,
  kinds: Awaited<ReturnType<typeof readNonsense>>,
): { asked: number; answered: string[] } {
  const terms = Object.values(kinds).flatMap((languages) => Object.values(languages).flat())
  const answered = terms.flatMap((term) => {
    const first = ask(term)
    return first.length > 0 ? [`${term}: ${first.map((codes) => codes.join('+')).join(', ')}`] : []
  })
  return { asked: terms.length, answered }
}
