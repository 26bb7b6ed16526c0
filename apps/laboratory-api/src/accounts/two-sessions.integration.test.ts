import { sql } from 'drizzle-orm'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { apiOfFile } from '../testing/api-of-file.ts'
import { linkTokenOf, TEST_PASSWORD, type TestUser } from '../testing/test-api.ts'
import { proveAgain } from './second-factor/testing/proofs.ts'

// One account on two devices that act concurrently: the account is consistent afterwards, and each device gets a
// true answer.

const shop = apiOfFile()
const PASSWORDS = ['seven quiet bridges 12', 'eleven slow rivers 34'] as const

async function twoDevices() {
  const owner = await shop.api.registerConfirmedUser()
  const { access_token: token } = await shop.api
    .client()
    .login({ username: owner.user.email, password: TEST_PASSWORD })
  return { owner, devices: [owner.client, shop.api.client(token)] as const }
}
type Client = TestUser['client']

/** Runs both concurrently; no call may end in a server error. */
async function together<T>(devices: readonly Client[], act: (client: Client, index: number) => Promise<T>) {
  const outcomes = await Promise.allSettled(devices.map(act))
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: expect.any(Number) })
  const done = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const statuses = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.status as number] : []))
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  return { done, statuses, outcomes }
}

const canLogIn = (username: string, password: string) =>
  shop.api
    .client()
    .login({ username, password })
    .then(
      () => true,
      () => false,
    )

test('of two concurrent password changes one succeeds, and the other is refused', {
  tags: ['ASVS-7.4.3'],
}, async () => {
  const { owner, devices } = await twoDevices()
  const { outcomes } = await together(devices, (client, index) =>
    client.changePassword({ currentPassword: TEST_PASSWORD, newPassword: PASSWORDS[index]! }),
  )
  const succeeded = outcomes.map(({ status }) => status === 'fulfilled')
  expect(succeeded.filter(Boolean)).toHaveLength(1)
  const opens = await Promise.all(PASSWORDS.map((password) => canLogIn(owner.user.email, password)))
  expect(opens).toEqual(succeeded)
  expect(await canLogIn(owner.user.email, TEST_PASSWORD)).toBe(false)
})

test('of two concurrently made sets of recovery codes one is valid', { tags: ['slow'] }, async () => {
  const { owner, devices } = await twoDevices()
  await proveAgain(shop, owner)
  const { secret } = await owner.client.setUpTotp()
  await owner.client.turnTotpOn({
    code: await generate({ secret, epoch: Math.floor(shop.clock.now.getTime() / 1000) }),
  })
  await devices[1].proveOwner({ password: TEST_PASSWORD, code: (await firstCodes(owner.client))[0]! })
  // Their timing is chance: repeated a few times, so that they do overlap.
  for (let round = 0; round < 4; round++) {
    const { done } = await together(devices, (client) => client.renewRecoveryCodes())
    expect(done.length).toBeGreaterThan(0)
    expect((await owner.client.secondFactor()).recoveryCodesLeft).toBe(10)
  }
})

const firstCodes = async (client: Client) => (await client.renewRecoveryCodes()).recoveryCodes

test('an app set up on two devices concurrently is turned on at most once', async () => {
  const { devices } = await twoDevices()
  for (const client of devices) await proveAgain(shop, { client })
  const { done } = await together(devices, (client) => client.setUpTotp())
  const epoch = Math.floor(shop.clock.now.getTime() / 1000)
  const codes = await Promise.all(done.map(({ secret }) => generate({ secret, epoch })))
  const { done: on } = await together(devices, (client, index) =>
    client.turnTotpOn({ code: codes[index] ?? codes[0]! }),
  )
  expect(on.length).toBeLessThanOrEqual(1)
})

test('of two concurrent changes of address one is pending, and its mail confirms it', async () => {
  const { owner, devices } = await twoDevices()
  const { id, firstName, lastName } = owner.user
  const addresses = [0, 1].map(() => `new-${crypto.randomUUID()}@mail.example`)
  await together(devices, (client, index) =>
    client.editUser(id, { firstName, lastName, email: addresses[index]! }),
  )
  const { email, pendingEmail } = await owner.client.currentUser()
  expect(email).toBe(owner.user.email)
  expect(addresses).toContain(pendingEmail)
  const mail = await shop.api.mailServer.take({ to: pendingEmail! })
  await shop.api.client().activate({ token: linkTokenOf(mail) })
  expect(await owner.client.currentUser()).toMatchObject({ email: pendingEmail, pendingEmail: null })
})

test('patients added while the account is being erased do not remain', {
  tags: ['ASVS-7.4.2'],
}, async () => {
  const { owner, devices } = await twoDevices()
  const [one, other] = devices
  const adding = Array.from({ length: 10 }, (_, index) => async () => {
    await shop.api.createPatient({ ...owner, client: other }, { firstName: `Child ${'ABCDEFGHIJ'[index]}` })
  })
  const [erased, ...added] = await Promise.allSettled([
    one.eraseAccount({ password: TEST_PASSWORD }),
    ...adding.map((add) => add()),
  ])
  expect(erased.status).toBe('fulfilled')
  const faults = added.flatMap((add) => (add.status === 'rejected' ? [add.reason.status as number] : []))
  expect(faults.filter((status) => status !== 401 && status !== 404)).toEqual([])
  const { rows } = await shop.database.queries.execute(
    sql`select 1 from laboratory.patient where user_id = ${owner.user.id}`,
  )
  expect(rows).toEqual([])
  await expect(other.currentUser()).rejects.toMatchObject({ status: 401 })
})

test('of two sessions that end each other concurrently, at most one survives', async () => {
  const { devices } = await twoDevices()
  await together(devices, (client) => client.revokeOtherSessions())
  const alive = await Promise.allSettled(devices.map((client) => client.currentUser()))
  expect(alive.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
})
