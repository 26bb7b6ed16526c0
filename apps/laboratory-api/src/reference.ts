import { randomInt } from 'node:crypto'

// Without letters and digits that look alike: people read it out on the phone.
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** What people quote of something that they sent: `S-7KQ2M9XA`. */
export function createReference(kind: string): string {
  return `${kind}-${Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`
}
