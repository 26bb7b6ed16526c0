import type { ApiContext } from '../context.ts'
import { isCommonPassword } from './common-passwords.ts'
import { foldPassword } from './fold-password.ts'

/** The person choosing the password. */
export interface PasswordOwner {
  email: string
  firstName: string
  lastName: string
}

/** Words of the trade, in the shop's languages. `docs/security/passwords.md` has the same list. */
const TRADE_WORDS = [
  ...[
    'laboratory',
    'laboratories',
    'laboratorium',
    'laboratoria',
    'лаборатория',
    'лаборатории',
    'лабараторыя',
  ],
  ...[
    'analysis',
    'analyses',
    'analiza',
    'анализ',
    'анализы',
    'аналізы',
    'badania',
    'results',
    'результаты',
    'wyniki',
  ],
  ...[
    'password',
    'пароль',
    'hasło',
    'medical',
    'medicine',
    'медицина',
    'health',
    'здоровье',
    'doctor',
    'доктор',
  ],
]
/** Shorter parts of names occur in too many other words. */
const WORD_LENGTH = 3
const YEAR = /(?:19|20)\d\d/g
const AT_THE_ENDS = /^[^\p{L}]+|[^\p{L}]+$/gu
/** How many characters must remain once such words are removed: the minimum length of a password. */
const LEFT_LENGTH = 8

const partsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u)

/**
 * The names of the shop and the laboratory, its towns, words of the trade, and the person's own names and e-mail
 * address.
 */
export function contextWords(
  { catalogue, partner, settings }: Pick<ApiContext, 'catalogue' | 'partner' | 'settings'>,
  { email, firstName, lastName }: PasswordOwner,
): string[] {
  const laboratories = [...catalogue.current().laboratories.values()]
  const localPart = email.split('@')[0] ?? ''
  const names = [partner.brand, settings.partner, firstName, lastName, email, localPart]
  const parts = [...names, ...laboratories.flatMap(({ city }) => [city.ru, city.en])].flatMap(partsOf)
  return [...names, ...parts, ...TRADE_WORDS]
}

/** The password with each of the words replaced by spaces, however it is spelt there. */
function withoutWords(password: string, words: readonly string[]): string {
  const characters = Array.from(password.normalize('NFKC').toLowerCase())
  // One folded character for each character, so that positions match.
  let folded = characters.map((character) => foldPassword(character)[0] ?? ' ').join('')
  for (const word of words) {
    // Continues after the match: it is now spaces, and a name may contain spaces too.
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const blank = ' '.repeat(word.length)
      folded = folded.slice(0, at) + blank + folded.slice(at + word.length)
      characters.splice(at, word.length, ...blank)
    }
  }
  return characters.join('')
}

/**
 * Whether a password is little else than such words: without them, without years, and without non-letters at the
 * ends, the rest is too short for a password or is a common one. A long password may contain them, since the rest
 * must still be guessed.
 */
export async function isMadeOfWords(password: string, words: readonly string[]): Promise<boolean> {
  const folded = [...new Set(words.map(foldPassword))].filter((word) => word.trim().length >= WORD_LENGTH)
  // Longest first, so that no word is broken up by a part of it.
  folded.sort((a, b) => b.length - a.length)
  const rest = withoutWords(password, folded)
  if (rest === password.normalize('NFKC').toLowerCase()) return false
  const kept = rest.replace(YEAR, '').replace(AT_THE_ENDS, '').replace(/\s+/g, '')
  return kept.length < LEFT_LENGTH || isCommonPassword(kept)
}
