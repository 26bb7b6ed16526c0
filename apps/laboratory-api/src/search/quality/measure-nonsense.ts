import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EverydaySearch } from './measure-everyday.ts'

/** What must find nothing, by kind and language: made-up words, such beside common ones, and what other shops sell. */
export async function readNonsense(
  name: 'nonsense-tuning' | 'nonsense-held-out',
): Promise<Record<string, Record<string, string[]>>> {
  return JSON.parse(await readFile(join(import.meta.dirname, `${name}.json`), 'utf8'))
}

/** Asks all of it: how many, and what got an answer. */
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
