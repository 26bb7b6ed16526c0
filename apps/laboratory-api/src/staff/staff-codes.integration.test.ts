import { AsyncLocalStorage } from 'node:async_hooks'
import { ownServerProof } from '@shop/server/own-server'
import { generate } from 'otplib'
import { expect, test, vi } from 'vitest'
import { notCode } from '../accounts/second-factor/testing/proofs.ts'
import { apiOfFile } from '../testing/api-of-file.ts'
import { linkTokenOf } from '../testing/test-api.ts'
import { createStaff, deskClient, everywhere } from './testing/staff-fixture.ts'

const house = apiOfFile()
const PASSWORD = 'plum harbour 47 lantern'
const guest = () => deskClient(house.api)

/** Codes change every thirty seconds, and each works once. */
const nextCode = (secret: string) => {
  house.clock.pass(30_000)
  return generate({ secret, epoch: Math.floor(house.clock.now.getTime() / 1000) })
}

test('codes tried concurrently with the right password all count as attempts, and right codes do not count', async () => {
  const email = 'olga@laboratory.example'
  const { client } = await createStaff(house.api, everywhere('administrator'))
  const grants = [{ role: 'reception' as const, laboratoryIds: null }]
  const { id } = await client.inviteStaff({
    email,
    name: 'Olga Novik',
    locale: 'en',
    grants,
    password: PASSWORD,
  })
  const token = linkTokenOf(await house.api.mailServer.take({ to: email }))
  const { secret } = await guest().openInvitation({ token })
  await guest().acceptInvitation({ token, password: PASSWORD, code: await nextCode(secret) })
  const { limits, settings } = house.api.context
  for (let wrong = 0; wrong < 18; wrong++) await limits.consume('wrongStaffCodePerAccount', id)
  for (let login = 0; login < 3; login++) {
    await guest().staffLogin({ email, password: PASSWORD, code: await nextCode(secret) })
  }
  house.clock.pass(30_000)
  const wrong = await notCode(secret, house.clock.now)
  const logIn = (network: number) =>
    house.api.request('POST', '/staff/login', {
      body: { email, password: PASSWORD, code: wrong },
      headers: {
        'X-Client-Address': `198.51.100.${network}`,
        'X-Client-Address-Secret': ownServerProof(settings.clientAddressSecret),
      },
    })
  // Codes are checked in a transaction: none begins before every attempt has got there or was refused. The mails' jobs
  // have transactions of their own.
  const attempts = new AsyncLocalStorage<number>()
  const [arrived, gate] = [new Set<number>(), Promise.withResolvers<void>()]
  const arrive = (attempt: number) => {
    arrived.add(attempt)
    if (arrived.size === 8) gate.resolve()
  }
  const { database } = house.api.context
  const transaction = database.transaction.bind(database)
  let checks = 0
  using _spy = vi.spyOn(database, 'transaction').mockImplementation(async (work) => {
    const attempt = attempts.getStore()
    if (attempt !== undefined) {
      checks++
      arrive(attempt)
      await gate.promise
    }
    return transaction(work)
  })
  const tries = Array.from({ length: 8 }, (_, attempt) =>
    attempts.run(attempt, async () => {
      const { status } = await logIn(attempt)
      arrive(attempt)
      return status
    }),
  )
  const statuses = await Promise.all(tries)
  expect(checks).toBe(2)
  expect(statuses.toSorted()).toEqual([401, 401, ...Array.from({ length: 6 }, () => 429)])
})
