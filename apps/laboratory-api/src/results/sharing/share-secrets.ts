import { createHash, randomInt } from 'node:crypto'

/** Six digits. */
export function createPin(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** What is stored of a PIN: bound to the link's token, which is not stored. */
export function hashPin(token: string, pin: string): string {
  return createHash('sha256').update(`${token}:${pin}`).digest('base64url')
}
