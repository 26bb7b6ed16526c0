import { setTimeout } from 'node:timers/promises'
import argon2 from '@node-rs/argon2'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { generate } from 'otplib'
import { expect, test, vi } from 'vitest'
import { apiOfFile } from '../../testing/api-of-file.ts'
import { TEST_PASSWORD } from '../../testing/test-api.ts'
import { users } from '../tables.ts'
import { proveAgain } from './testing/proofs.ts'

const shop = apiOfFile()

test('recovery codes that wait to be hashed leave the database and the logins to others', async () => {
  const owner = await shop.api.registerConfirmedUser()
  const other = await shop.api.registerConfirmedUser()
  await proveAgain(shop, owner)
  const { secret } = await owner.client.setUpTotp()
  await owner.client.turnTotpOn({
    code: await generate({ secret, epoch: Math.floor(shop.clock.now.getTime() / 1000) }),
  })
  const gate = Promise.withResolvers<Buffer>()
  const hash = vi.spyOn(argon2, 'hashRaw').mockReturnValue(gate.promise)
  // More than there are connections; ten codes of each at once would be more than may wait.
  const waiting = Array.from({ length: 20 }, () => owner.client.renewRecoveryCodes())
  let login: Promise<unknown> | undefined
  try {
    await expect.poll(() => hash.mock.calls.length).toBeGreaterThan(0)
    const read = shop.database.queries.select().from(users).limit(1)
    expect(await Promise.race([read, setTimeout(PATIENCE_MS, 'no answer', { ref: false })])).not.toBe(
      'no answer',
    )
    login = shop.api.client().login({ username: other.user.email, password: TEST_PASSWORD })
  } finally {
    hash.mockRestore()
    gate.resolve(Buffer.from('any'))
  }
  expect(await login).toMatchObject({ access_token: expect.any(String) })
  await Promise.all(waiting)
})
