import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createToken, hashToken, TOKEN_DIGESTS } from './secrets.ts'

test('each token is stored by the digest that its length names, and tokens issued before a new digest stay valid', {
  tags: ['ASVS-11.2.2'],
}, () => {
  const stored = TOKEN_DIGESTS.map((digest) => {
    const token = createToken(digest)
    expect(hashToken(token)).toBe(`${digest.mark}${hash(digest.algorithm, token, 'base64url')}`)
    return hashToken(token)
  })
  expect(new Set(TOKEN_DIGESTS.map(({ bytes }) => bytes)).size).toBe(TOKEN_DIGESTS.length)
  expect(new Set(TOKEN_DIGESTS.map(({ mark }) => mark)).size).toBe(TOKEN_DIGESTS.length)
  // Tokens of the first release have 43 characters and their bare SHA-256.
  expect(hashToken('A'.repeat(43))).toBe(hash('sha256', 'A'.repeat(43), 'base64url'))
  expect(stored.every((digest) => digest.length >= 43)).toBe(true)
})

test('a new token has the first digest of the list', { tags: ['ASVS-11.2.2'] }, () => {
  const [{ mark }] = TOKEN_DIGESTS
  expect(hashToken(createToken()).startsWith(mark)).toBe(true)
  expect(createToken()).not.toBe(createToken())
})
