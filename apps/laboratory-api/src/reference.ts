import { randomInt } from 'node:crypto'

// Without letters and digits that look alike, because people read it out on the phone.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The reference that people quote for something they sent: `S-7KQ2M9XA`. */
export function createReference(kind: string): string {
  return `${kind}-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
}
