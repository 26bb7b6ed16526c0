import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { isOwnServer, ownServerProof } from './own-server.ts'

const SECRET = 'the secret of this year'
const FORMER = 'the secret of the year before'
const secrets = { clientAddressSecret: SECRET, formerClientAddressSecrets: [FORMER] }

test('one of the shop’s own servers proves itself for five minutes without sending the secret', {
  tags: ['ASVS-13.2.1'],
}, () => {
  vi.useFakeTimers({ now: new Date('2026-11-24T10:00:00Z') })
  const proof = ownServerProof(SECRET)
  expect(proof).not.toContain(SECRET)
  expect(isOwnServer(proof, secrets)).toBe(true)
  vi.setSystemTime(new Date('2026-11-24T10:05:00Z'))
  expect(isOwnServer(proof, secrets)).toBe(true)
  vi.setSystemTime(new Date('2026-11-24T10:05:01Z'))
  expect(isOwnServer(proof, secrets)).toBe(false)
  // The other machine's clock may be slow by as much, and by no more.
  vi.setSystemTime(new Date('2026-11-24T09:54:59Z'))
  expect(isOwnServer(proof, secrets)).toBe(false)
})

test('while the secret is changed the former one is accepted too, and nothing else is', {
  tags: ['ASVS-13.2.1'],
}, () => {
  expect(isOwnServer(ownServerProof(FORMER), secrets)).toBe(true)
  const proof = ownServerProof(SECRET)
  const [, seconds] = proof.split('.')
  const later = String(Number(seconds) + 60)
  for (const wrong of [
    ownServerProof('a secret that somebody guessed'),
    proof.replace(seconds!, later),
    proof.slice(0, -1),
    `${proof}=`,
    `v1.${seconds}.`,
    `v1.NaN.${'A'.repeat(43)}`,
    // Made with the same secret for another purpose.
    `v1.${seconds}.${createHmac('sha256', SECRET).update(seconds!).digest('base64url')}`,
    '',
    undefined,
    [proof],
  ]) {
    expect(isOwnServer(wrong, secrets), String(wrong)).toBe(false)
  }
})

test('a server of the previous release, which sends the secret itself, is accepted during a rollout', () => {
  expect(isOwnServer(SECRET, secrets)).toBe(true)
  expect(isOwnServer(FORMER, secrets)).toBe(true)
  expect(isOwnServer(`${SECRET}.`, secrets)).toBe(false)
})
