import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { base64url, compactDecrypt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import {
  encodeHealthLink,
  healthLinkKey,
  healthLinkOf,
  newHealthLinkSalt,
} from '../results/sharing/health-link.ts'

// "Example SMART Health Link Generation" of the specification, verbatim.
const PAYLOAD = {
  url: 'https://ehr.example.org/qr/Y9xwkUdtmN9wwoJoN3ffJIhX2UGvCL1JnlPVNL3kDWM/m',
  flag: 'LP',
  key: 'rxTgYlOaKJPFtcEd0qcceN8wEU4p94SqAwIWQe6uX7Q',
  label: 'Back-to-school immunizations for Oliver Brown',
}
const LINK =
  'shlink:/eyJ1cmwiOiJodHRwczovL2Voci5leGFtcGxlLm9yZy9xci9ZOXh3a1VkdG1OOXd3b0pvTjNmZkpJaFgyVUd2Q0wxSm5sUFZOTDNrRFdNL20iLCJmbGFnIjoiTFAiLCJrZXkiOiJyeFRnWWxPYUtKUEZ0Y0VkMHFjY2VOOHdFVTRwOTRTcUF3SVdRZTZ1WDdRIiwibGFiZWwiOiJCYWNrLXRvLXNjaG9vbCBpbW11bml6YXRpb25zIGZvciBPbGl2ZXIgQnJvd24ifQ'

test("the specification's payload gives the specification's link", () => {
  expect(encodeHealthLink(PAYLOAD)).toBe(LINK)
})

test("the specification's file opens with its key, as ours do: 32 bytes, dir, A256GCM", async () => {
  const file = readFileSync(join(import.meta.dirname, 'testing/published/file.jwe.txt'), 'utf8').trim()
  expect(decodeProtectedHeader(file)).toMatchObject({ alg: 'dir', enc: 'A256GCM' })
  const { plaintext } = await compactDecrypt(file, base64url.decode(PAYLOAD.key))
  expect(JSON.parse(new TextDecoder().decode(plaintext))).toHaveProperty('verifiableCredential')
  expect(healthLinkKey('token', newHealthLinkSalt())).toHaveLength(base64url.decode(PAYLOAD.key).length)
})

test('our links keep within the limits of the specification', () => {
  const token = 'a'.repeat(43)
  const link = healthLinkOf(
    { token, salt: newHealthLinkSalt(), expiresAt: new Date('2026-12-01T00:00:00Z') },
    { apiPublicUrl: 'https://shop.laboratory.example/laboratory-api' },
  )
  const payload = JSON.parse(Buffer.from(link.slice('shlink:/'.length), 'base64url').toString())
  expect(payload).toMatchObject({ flag: 'LP', exp: 1_796_083_200, label: 'Laboratory report' })
  expect(payload.key).toMatch(/^[\w-]{43}$/)
  expect(payload.url.length).toBeLessThanOrEqual(128)
})
