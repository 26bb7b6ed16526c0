import { expect, test } from 'vitest'
import { hashPassword, inHashingQueue, verifyPassword } from './passwords.ts'

test('hashes wait for each other, and when too many wait, further ones are refused with not_ready', async () => {
  const release = Promise.withResolvers<void>()
  const hashes: Promise<unknown>[] = []
  let refused: unknown
  while (!refused && hashes.length < 1_000) {
    try {
      hashes.push(inHashingQueue(() => release.promise))
    } catch (error) {
      refused = error
    }
  }
  expect(refused).toMatchObject({ status: 503, code: 'not_ready' })
  await expect(hashPassword('correct horse')).rejects.toMatchObject({ code: 'not_ready' })
  await expect(verifyPassword(null, 'correct horse')).rejects.toMatchObject({ code: 'not_ready' })
  release.resolve()
  await Promise.all(hashes)
  expect(await verifyPassword(await hashPassword('correct horse'), 'correct horse')).toBe(true)
})
