import { createHash, randomInt, timingSafeEqual } from 'node:crypto'

/** Six digits. */
export function createPin(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The stored form of a PIN: bound to the link's token, which is not stored; for paper, to the share's id. */
export function hashPin(tokenOrId: string, pin: string): string {
  return createHash('sha256').update(`${tokenOrId}:${pin}`).digest('base64url')
}

export function isSamePin(tokenOrId: string, pin: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashPin(tokenOrId, pin)), Buffer.from(hash))
}
