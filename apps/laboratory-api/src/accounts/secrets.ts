import { createHash, hash, randomBytes, randomInt } from 'node:crypto'

/** 256 random bits, 43 characters. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. No salt: 256 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** Six digits. */
export function createCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** What is stored of a code: bound to its account. */
export function hashCode(userId: string, code: string): string {
  return createHash('sha256').update(`${userId}:${code}`).digest('base64url')
}

export function isCode(token: string): boolean {
  return /^\d{6}$/.test(token)
}
