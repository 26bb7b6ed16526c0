import { foldPassword } from './fold-password.ts'

interface CommonPasswords {
  asTheyAre: ReadonlySet<string>
  folded: ReadonlySet<string>
}

let commonPasswords: Promise<CommonPasswords> | undefined

// The list is loaded on first use: a process that only serves the catalogue does without it.
async function load(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const list = dictionary['passwords-common'] as readonly string[]
  return { asTheyAre: new Set(list), folded: new Set(list.map(foldPassword)) }
}

/**
 * What people add at the ends to satisfy a rule: a year, a digit or two, an exclamation mark. Longer additions
 * are not tried by rule.
 */
const ADDED_BEFORE = /^[^\p{L}]{1,2}(?=\p{L})/u
const ADDED_AFTER = /(?<=\p{L})[^\p{L}]{1,6}$/u
const SYMBOLS_AFTER = /[^\p{L}\d]+$/u
/** A shorter stem is too small a part of a password to judge it by. */
const STEM_LENGTH = 4

/**
 * Whether a password is among the 49,000 that leaked most often, or is one of them with a common addition or
 * substitution.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= load()
  const { asTheyAre, folded } = await commonPasswords
  const lower = password.normalize('NFKC').toLowerCase()
  if (asTheyAre.has(lower) || folded.has(foldPassword(lower))) return true
  const stems = [
    lower.replace(SYMBOLS_AFTER, ''),
    lower.replace(ADDED_AFTER, ''),
    lower.replace(ADDED_BEFORE, '').replace(ADDED_AFTER, ''),
  ]
  return stems.some(
    (stem) => stem.length >= STEM_LENGTH && (asTheyAre.has(stem) || folded.has(foldPassword(stem))),
  )
}
