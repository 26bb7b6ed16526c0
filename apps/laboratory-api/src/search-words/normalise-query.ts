import { LONGEST_QUERY, SHORTEST_QUERY } from '@shop/contract/input-lengths'
import { isPersonName } from './given-names.ts'

const MOST_WORDS = 8
/** `ca 19-9` and `25-oh` have fewer digits; dates, telephone, policy and house numbers have more. */
const MOST_DIGITS = 4
const ADDRESS = /@|:\/\/|www\.|\.(?:by|pl|ru|com|net|org)\b/u
const INITIALS = /(?<!\p{L})\p{L}\.\s?\p{L}\./u

/**
 * A query in the form in which it is counted. Null: too short, too long, without words, or it may identify a
 * person.
 */
export function normaliseQuery(typed: string): string | null {
  const text = typed.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  if (ADDRESS.test(text) || INITIALS.test(text)) return null
  // Drop control characters and punctuation around words.
  const query = text
    .replaceAll(/[^\p{L}\p{M}\p{N}'’ʼ%+./-]+/gu, ' ')
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%+]+$/gu, '')
  const words = query.match(/[\p{L}\p{M}]+/gu) ?? []
  const digits = query.match(/\p{N}/gu)?.length ?? 0
  if (query.length < SHORTEST_QUERY || query.length > LONGEST_QUERY) return null
  if (words.length === 0 || words.length > MOST_WORDS || digits > MOST_DIGITS) return null
  return words.some(isPersonName) ? null : query
}
