import { sql } from 'drizzle-orm'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { apiOfFile } from '../testing/api-of-file.ts'
import { TEST_PASSWORD } from '../testing/test-api.ts'
import { proveAgain } from './second-factor/testing/prove-again.ts'
import { createTestAuthenticator } from './second-factor/testing/test-authenticator.ts'
import { changedMeanwhile } from './testing/changed-meanwhile.ts'

// A thief's call that has begun while the owner ends every session: it leaves nothing behind that was just cleared away.

const shop = apiOfFile()

async function stolen() {
  const owner = await shop.api.registerConfirmedUser()
  await proveAgain(shop, owner)
  return owner
}
type Stolen = Awaited<ReturnType<typeof stolen>>

const codeOfApp = (secret: string) => generate({ secret, epoch: Math.floor(shop.clock.now.getTime() / 1000) })

async function withApp(owner: Stolen) {
  const { secret } = await owner.client.setUpTotp()
  await owner.client.turnTotpOn({ code: await codeOfApp(secret) })
}

async function startedPasskey({ client }: Stolen) {
  const { challengeId, options } = await client.startPasskey()
  return { challengeId, response: createTestAuthenticator('https://shop.example').create(options), name: 'x' }
}

/** What is made ready before, and the call itself. */
const CALLS: Record<string, (owner: Stolen) => Promise<() => Promise<unknown>>> = {
  'a passkey': async (owner) => {
    const made = await startedPasskey(owner)
    return () => owner.client.addPasskey(made)
  },
  'an app': async ({ client }) => {
    const code = await codeOfApp((await client.setUpTotp()).secret)
    return () => client.turnTotpOn({ code })
  },
  'what an app is to know':
    async ({ client }) =>
    () =>
      client.setUpTotp(),
  'recovery codes': async (owner) => {
    await withApp(owner)
    return () => owner.client.renewRecoveryCodes()
  },
  'the end of a passkey': async (owner) => {
    await owner.client.addPasskey(await startedPasskey(owner))
    const [passkey] = (await owner.client.secondFactor()).passkeys
    return () => owner.client.removePasskey(passkey!.id)
  },
  'the end of the app': async (owner) => {
    await withApp(owner)
    return () => owner.client.turnTotpOff()
  },
  'another address': async ({ client, user: { id, firstName, lastName } }) => {
    const email = `thief-${crypto.randomUUID()}@mail.example`
    return () => client.editUser(id, { firstName, lastName, email })
  },
  'another password':
    async ({ client }) =>
    () =>
      client.changePassword({ currentPassword: TEST_PASSWORD, newPassword: 'seven quiet bridges 12' }),
  'the end of a new address that waits': async ({
    client,
    user: { id, firstName, lastName, email: former },
  }) => {
    const email = `owner-${crypto.randomUUID()}@mail.example`
    await client.editUser(id, { firstName, lastName, email })
    // Who sends them needs the account as well.
    for (const to of [email, former]) await shop.api.mailServer.take({ to, subject: /e-mail/i })
    return () => client.dropPendingEmail()
  },
  'another name of a passkey': async (owner) => {
    await owner.client.addPasskey(await startedPasskey(owner))
    const [passkey] = (await owner.client.secondFactor()).passkeys
    return () => owner.client.renamePasskey(passkey!.id, { name: 'A thief’s' })
  },
  'a person': async (owner) => () => shop.api.createPatient(owner),
  'an objection':
    async ({ client }) =>
    () =>
      client.askRight({ right: 'objection', words: 'No letters, please.' }),
  'an erasure':
    async ({ client }) =>
    () =>
      client.eraseAccount({ password: TEST_PASSWORD }),
}

/** Of the account, with what hangs on it. */
async function stateOf(userId: string) {
  const { rows } = await shop.database.queries.execute(sql`
    select email, pending_email, objected_at, password_hash,
      (select count(*) from laboratory.patient where user_id = u.id) as patients,
      (select array_agg((id, name))::text from laboratory.passkey where user_id = u.id) as passkeys,
      (select row (confirmed_at, sealed_secret) from laboratory.totp where user_id = u.id)::text as app,
      (select array_agg(code_hash order by code_hash) from laboratory.recovery_code where user_id = u.id) as codes
    from laboratory.user_account u where id = ${userId}`)
  return rows
}

test.each(Object.keys(CALLS))(
  '%s of a session that ends meanwhile is refused and changes nothing',
  {
    tags: ['ASVS-7.4.3'],
  },
  async (name) => {
    const owner = await stolen()
    const call = await CALLS[name]!(owner)
    const before = await stateOf(owner.user.id)
    const outcome = await changedMeanwhile(shop.database, owner.user.id, call)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 401, code: 'unauthorized' } })
    expect(await stateOf(owner.user.id)).toEqual(before)
  },
)
