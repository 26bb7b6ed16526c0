import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFiles } from '@shop/server/project-files'

interface Entry {
  code: string
  name: string
  nameRu: string
  synonyms: string[]
  synonymsRu: string[]
  categories: number[]
  restrictions: object
}

const LATIN =
  'al be car dex eno fil gam hyl ino kar lor met nep oxa pro qui ran sul tri uro vas xen yel zol'.split(' ')
const CYRILLIC =
  'ал бе кар дек эно фил гам гил ино кар лор мет неп окса про кви ран сул три уро вас ксе йел зол'.split(' ')
const POPULAR = 23
// Each made-up word is shared by two analyses on average: 20,000 words in each script for 40,000 analyses.
const WORDS = 20_000

/** Numbers that look random and are the same in every run. */
function scatter(seed: number): number {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

function madeUp(syllables: string[], number: number): string {
  return [0, 1, 2, 3].map((place) => syllables[scatter(number * 4 + place) % syllables.length]).join('')
}

function variant(entry: Entry, copy: number, seed: number): Entry {
  const word = scatter(seed) % WORDS
  return {
    ...entry,
    code: `${entry.code}-${copy}`,
    name: `${entry.name} ${madeUp(LATIN, word)}`,
    nameRu: `${entry.nameRu} ${madeUp(CYRILLIC, word)}`,
    synonyms: [...entry.synonyms, madeUp(LATIN, scatter(seed + 1) % WORDS)],
    synonymsRu: [...entry.synonymsRu, madeUp(CYRILLIC, scatter(seed + 1) % WORDS)],
    categories: entry.categories.filter((id) => id !== POPULAR),
    restrictions: {},
  }
}

/**
 * Writes a folder in the import's format with `size` analyses: those of the demo catalogue, and variants of them
 * with made-up words.
 */
export function generateCatalogue(size: number): string {
  const demo = join(projectFiles, 'catalogue')
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
  cpSync(demo, folder, { recursive: true })
  const originals = JSON.parse(readFileSync(join(demo, 'analyses.json'), 'utf8')) as Entry[]
  const variants = Array.from({ length: Math.max(0, size - originals.length) }, (_, index) =>
    variant(originals[index % originals.length]!, 1 + Math.floor(index / originals.length), index),
  )
  writeFileSync(join(folder, 'analyses.json'), JSON.stringify([...originals, ...variants]))
  return folder
}
