import { createHash, hash, randomBytes, randomInt } from 'node:crypto'
import { CODE_DIGITS } from '@shop/contract/input-lengths'

/**
 * The digests that tokens are stored as. The length of a token says which one it has: a new algorithm is added at
 * the head of this list with a length of its own, and tokens issued earlier stay valid until they expire. In
 * storage all but the oldest are marked with their names.
 */
export const TOKEN_DIGESTS = [
  { algorithm: 'sha256', bytes: 32, mark: '' },
  { algorithm: 'sha3-256', bytes: 33, mark: 'sha3-256.' },
] as const
type TokenDigest = (typeof TOKEN_DIGESTS)[number]

const FIRST_EVER = TOKEN_DIGESTS.find(({ mark }) => mark === '')!
const lengthOf = (bytes: number) => Math.ceil((bytes * 4) / 3)

/** At least 256 random bits, in characters allowed in a URL. */
export function createToken({ bytes }: Pick<TokenDigest, 'bytes'> = TOKEN_DIGESTS[0]): string {
  return randomBytes(bytes).toString('base64url')
}

/** What is stored of a token. No salt: 256 random bits cannot be guessed. */
export function hashToken(token: string): string {
  const named = TOKEN_DIGESTS.find(({ bytes }) => lengthOf(bytes) === token.length)
  // Strings made by others, such as an assertion's id, have any length.
  const { algorithm, mark } = named ?? FIRST_EVER
  return `${mark}${hash(algorithm, token, 'base64url')}`
}

/** A code for a mail. */
export function createCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** What is stored of a code: a hash bound to its account. */
export function hashCode(userId: string, code: string): string {
  return createHash('sha256').update(`${userId}:${code}`).digest('base64url')
}

export function isCode(token: string): boolean {
  return token.length === CODE_DIGITS && /^\d+$/.test(token)
}
