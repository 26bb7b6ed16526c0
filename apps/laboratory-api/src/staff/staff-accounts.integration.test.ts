import { ownServerProof } from '@shop/server/own-server'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { notCode } from '../accounts/second-factor/testing/proofs.ts'
import { createTestAuthenticator } from '../accounts/second-factor/testing/test-authenticator.ts'
import { apiOfFile, DAY, HOUR } from '../testing/api-of-file.ts'
import { linkTokenOf } from '../testing/test-api.ts'
import { withoutIds } from '../testing/without-ids.ts'
import { inviteByCommand } from './invite-command.ts'
import {
  createStaff,
  deskClient,
  everywhere,
  STAFF_PASSWORD,
  type TestStaff,
} from './testing/staff-fixture.ts'

const house = apiOfFile()
const PASSWORD = STAFF_PASSWORD
const proof = { password: PASSWORD }
const guest = () => deskClient(house.api)

const codeAt = (secret: string) => generate({ secret, epoch: Math.floor(house.clock.now.getTime() / 1000) })
/** Codes change every thirty seconds, and each works once. */
const nextCode = (secret: string) => {
  house.clock.pass(30_000)
  return codeAt(secret)
}

let people = 0
const nextEmail = () => `person-${++people}@laboratory.example`

/** The token of the link in the latest mail to this address. */
async function invitationOf(email: string): Promise<string> {
  return linkTokenOf(await house.api.mailServer.take({ to: email }))
}

async function accept(email: string) {
  const token = await invitationOf(email)
  const { secret } = await guest().openInvitation({ token })
  const session = await guest().acceptInvitation({ token, password: PASSWORD, code: await codeAt(secret) })
  return { email, token, secret, client: deskClient(house.api, session.accessToken) }
}

const administrator = () => createStaff(house.api, everywhere('administrator'))

async function invited(grants = [everywhere('reception')]) {
  const email = nextEmail()
  const admin = await administrator()
  const wire = grants.map(({ role, laboratoryIds }) => ({
    role,
    laboratoryIds: laboratoryIds && [...laboratoryIds],
  }))
  const { id } = await admin.client.inviteStaff({
    email,
    name: 'Olga Novik',
    locale: 'en',
    grants: wire,
    ...proof,
  })
  return { admin, email, id }
}

test('a command invites the first administrator, who logs in through the mail’s link and can change staff', async () => {
  const printed: string[] = []
  const print = (line: string) => printed.push(line)
  const email = nextEmail()
  const args = [email, 'Olga Novik', 'ru', 'administrator', 'reception:1,2']
  expect(await inviteByCommand(house.api.context, { args, print })).toBe(0)
  expect(await inviteByCommand(house.api.context, { args, print })).toBe(1)
  const unknown = [nextEmail(), 'Olga Novik', 'ru', 'reception:999']
  expect(await inviteByCommand(house.api.context, { args: unknown, print })).toBe(1)
  for (const wrong of [
    [],
    [email],
    ['no address', 'Olga', 'ru', 'administrator'],
    [email, 'Olga', 'ru', 'chief'],
  ]) {
    expect(await inviteByCommand(house.api.context, { args: wrong, print })).toBe(2)
  }
  const mail = await house.api.mailServer.take({ to: email })
  expect(mail.subject).toContain('Приглашение')
  expect(mail.text).toContain('https://desk.example/invitation#token=')
  const token = linkTokenOf(mail)
  const { secret, name } = await guest().openInvitation({ token })
  expect(name).toBe('Olga Novik')
  const { accessToken } = await guest().acceptInvitation({
    token,
    password: PASSWORD,
    code: await codeAt(secret),
  })
  const current = await deskClient(house.api, accessToken).currentStaff()
  expect(current.permissions).toContain('staff.change')
  expect(current.grants).toEqual([
    { role: 'administrator', laboratoryIds: null },
    { role: 'reception', laboratoryIds: [1, 2] },
  ])
})

test('a link works once within three days, and a refused attempt does not use it up', async () => {
  const { email } = await invited()
  const token = await invitationOf(email)
  const { secret } = await guest().openInvitation({ token })
  const right = { token, password: PASSWORD, code: await codeAt(secret) }
  const wrongCode = guest().acceptInvitation({ ...right, code: await notCode(secret, house.clock.now) })
  await expect(wrongCode).rejects.toMatchObject({ code: 'wrong_second_factor', errors: [{ path: 'code' }] })
  const weak = guest().acceptInvitation({ ...right, password: 'password1' })
  await expect(weak).rejects.toMatchObject({ code: 'invalid_fields', errors: [{ path: 'password' }] })
  const both = await Promise.allSettled([guest().acceptInvitation(right), guest().acceptInvitation(right)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(guest().openInvitation({ token })).rejects.toMatchObject({ code: 'invitation_not_found' })

  const late = await invited()
  const spent = await invitationOf(late.email)
  house.clock.pass(3 * DAY + 1)
  await expect(guest().openInvitation({ token: spent })).rejects.toMatchObject({ status: 404 })
})

test('a login needs password and code together, does not say which was wrong, and accepts no code twice', {
  tags: ['ASVS-6.3.3', 'ASVS-6.3.4'],
}, async () => {
  const { email } = await invited()
  const { secret } = await accept(email)
  const logIn = (password: string, code: string) => guest().staffLogin({ email, password, code })
  const refused = { status: 401, code: 'invalid_credentials' }
  const code = await nextCode(secret)
  await expect(logIn('not the password', code)).rejects.toMatchObject(refused)
  await expect(logIn(PASSWORD, await notCode(secret, house.clock.now))).rejects.toMatchObject(refused)
  const unknown = guest().staffLogin({ email: nextEmail(), password: PASSWORD, code })
  await expect(unknown).rejects.toMatchObject(refused)
  const both = await Promise.allSettled([logIn(PASSWORD, code), logIn(PASSWORD, code)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(logIn(PASSWORD, code)).rejects.toMatchObject(refused)
  const spaced = await nextCode(secret)
  const { accessToken } = await logIn(PASSWORD, `${spaced.slice(0, 3)} ${spaced.slice(3)}`)
  expect((await deskClient(house.api, accessToken).currentStaff()).email).toBe(email)
})

/** A member of staff with a passkey. */
async function withPasskey() {
  const { admin, email, id } = await invited()
  const person = await accept(email)
  const authenticator = createTestAuthenticator('https://desk.example')
  const { challengeId, options } = await person.client.startStaffPasskey({ password: PASSWORD })
  const response = authenticator.create(options)
  await person.client.addStaffPasskey({ challengeId, response, name: 'Key of the desk' })
  return { ...person, admin, id, authenticator }
}
type Authenticator = ReturnType<typeof createTestAuthenticator>

async function show(authenticator: Authenticator, how?: Parameters<Authenticator['get']>[1]) {
  const { challengeId, options } = await guest().challengeStaffPasskey()
  return { challengeId, response: authenticator.get(options, how) }
}

test('at login a passkey replaces the code, but never the password', {
  tags: ['ASVS-6.3.3', 'ASVS-6.3.4'],
}, async () => {
  const { email, authenticator, id, client, secret } = await withPasskey()
  const logIn = (passkey: Awaited<ReturnType<typeof show>>, password = PASSWORD) =>
    guest().staffLogin({ email, password, passkey })
  const refused = { status: 401, code: 'invalid_credentials' }
  await expect(logIn(await show(authenticator), 'not the password')).rejects.toMatchObject(refused)
  await expect(logIn(await show(authenticator, { verified: false }))).rejects.toMatchObject(refused)
  const elsewhere = await show(authenticator, { at: 'https://shop.example' })
  await expect(logIn(elsewhere)).rejects.toMatchObject(refused)
  await expect(logIn(await show(createTestAuthenticator('https://desk.example')))).rejects.toMatchObject(
    refused,
  )
  const other = await withPasskey()
  await expect(logIn(await show(other.authenticator))).rejects.toMatchObject(refused)
  const shown = await show(authenticator)
  const both = await Promise.allSettled([logIn(shown), logIn(shown)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const neither = { email, password: PASSWORD }
  const two = { ...neither, code: '123456', passkey: await show(authenticator) }
  for (const body of [neither, two]) {
    await expect(guest().staffLogin(body)).rejects.toMatchObject({ status: 422, errors: [{ path: 'code' }] })
  }
  const late = await show(authenticator)
  house.clock.pass(5 * 60_000)
  await expect(logIn(late)).rejects.toMatchObject(refused)
  // The code still works as well.
  await guest().staffLogin({ email, password: PASSWORD, code: await nextCode(secret) })
  expect(await client.staffPasskeys()).toMatchObject([
    { name: 'Key of the desk', lastUsedAt: expect.any(String) },
  ])
  const events = house.api.logLines.filter(({ log, staff }) => log === 'security' && staff === id)
  expect(events.map(({ event }) => event)).toContain('staffPasskeyAdded')
  expect(JSON.stringify(house.api.logLines)).not.toContain(authenticator.id)
})

test('an administrator sees whether the app is set up, how many passkeys there are and when one was last used', async () => {
  const { admin, id, email, authenticator } = await withPasskey()
  const seenBy = async ({ client }: TestStaff) =>
    (await client.staffMembers()).find((member) => member.id === id)?.secondFactors
  expect(await seenBy(admin)).toEqual({ hasApp: true, passkeys: 1, passkeyUsedAt: null })
  await guest().staffLogin({ email, password: PASSWORD, passkey: await show(authenticator) })
  const used = { hasApp: true, passkeys: 1, passkeyUsedAt: house.clock.now.toISOString() }
  expect(await seenBy(admin)).toEqual(used)
  expect(await seenBy(await createStaff(house.api, everywhere('privacy')))).toBeNull()
  await admin.client.inviteStaffAgain(id, proof)
  expect(await seenBy(admin)).toEqual({ hasApp: false, passkeys: 0, passkeyUsedAt: null })
})

test('a session alone cannot add a passkey; the owner can remove it, and leaving or a new invitation deletes it', {
  tags: ['slow'],
}, async () => {
  const { client, admin, id, email, authenticator } = await withPasskey()
  await expect(client.startStaffPasskey({ password: 'not it' })).rejects.toMatchObject({
    code: 'wrong_password',
  })
  const stranger = await withPasskey()
  const [passkey] = await client.staffPasskeys()
  await expect(stranger.client.removeStaffPasskey(passkey!.id)).rejects.toMatchObject({ status: 404 })
  const { challengeId, options } = await client.startStaffPasskey({ password: PASSWORD })
  const made = { challengeId, response: authenticator.create(options), name: 'x' }
  await expect(stranger.client.addStaffPasskey(made)).rejects.toMatchObject({ code: 'passkey_refused' })
  await expect(client.addStaffPasskey(made)).rejects.toMatchObject({ code: 'passkey_refused' })
  await client.removeStaffPasskey(passkey!.id)
  expect(await client.staffPasskeys()).toEqual([])
  const passkeyOf = (who: typeof stranger) => show(who.authenticator)
  await admin.client.inviteStaffAgain(stranger.id, proof)
  const again = await accept(stranger.email)
  expect(await again.client.staffPasskeys()).toEqual([])
  const login = { email: stranger.email, password: PASSWORD, passkey: await passkeyOf(stranger) }
  await expect(guest().staffLogin(login)).rejects.toMatchObject({ code: 'invalid_credentials' })
  await admin.client.endStaff(id, proof)
  const ended = { email, password: PASSWORD, passkey: await show(authenticator) }
  await expect(guest().staffLogin(ended)).rejects.toMatchObject({ code: 'invalid_credentials' })
})

test('guessing passwords from one network, or codes with the right password, is limited', {
  tags: ['slow'],
}, async () => {
  const { email } = await invited()
  const { secret } = await accept(email)
  const tries = Array.from({ length: 11 }, () => guest().staffLogin({ email, password: 'x', code: '123456' }))
  const outcomes = await Promise.allSettled(tries)
  const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(1)
  const elsewhere = (last: number) => ({
    'X-Client-Address': `203.0.113.${last}`,
    'X-Client-Address-Secret': ownServerProof(house.api.context.settings.clientAddressSecret),
  })
  const wrong = await notCode(secret, house.clock.now)
  for (let index = 0; index < 20; index++) {
    const body = { email, password: PASSWORD, code: wrong }
    const answer = await house.api.request('POST', '/staff/login', { body, headers: elsewhere(index) })
    expect(answer.status).toBe(401)
  }
  const body = { email, password: PASSWORD, code: await nextCode(secret) }
  const late = await house.api.request('POST', '/staff/login', { body, headers: elsewhere(99) })
  expect(late.status).toBe(429)
})

test('a session ends twelve hours after login however much it is used, and at logout', async () => {
  const { client } = await createStaff(house.api, everywhere('reception'))
  house.clock.pass(12 * HOUR - 1)
  await client.currentStaff()
  house.clock.pass(1)
  await expect(client.currentStaff()).rejects.toMatchObject({ status: 401 })
  const other = await createStaff(house.api, everywhere('reception'))
  await other.client.staffLogout()
  await expect(other.client.currentStaff()).rejects.toMatchObject({ status: 401 })
})

test('leaving ends every session immediately, and the person can be invited back', async () => {
  const { admin, email, id } = await invited()
  const { client, secret } = await accept(email)
  await admin.client.endStaff(id, proof)
  await expect(client.currentStaff()).rejects.toMatchObject({ status: 401 })
  const login = guest().staffLogin({ email, password: PASSWORD, code: await nextCode(secret) })
  await expect(login).rejects.toMatchObject({ code: 'invalid_credentials' })
  const [ended] = (await admin.client.staffMembers()).filter((member) => member.id === id)
  expect(ended?.state).toBe('ended')
  await expect(admin.client.endStaff(id, proof)).rejects.toMatchObject({ status: 404 })
  await admin.client.inviteStaff({
    email,
    name: 'Olga Novik',
    locale: 'en',
    grants: [{ role: 'support', laboratoryIds: null }],
    ...proof,
  })
  const back = await accept(email)
  expect((await back.client.currentStaff()).grants).toEqual([{ role: 'support', laboratoryIds: null }])
})

test('an open invitation ends when the person leaves', async () => {
  const { admin, email, id } = await invited()
  const token = await invitationOf(email)
  await admin.client.endStaff(id, proof)
  await expect(guest().openInvitation({ token })).rejects.toMatchObject({ code: 'invitation_not_found' })
})

test('a new invitation after losing the app ends the earlier password, app and sessions', async () => {
  const { admin, email, id } = await invited()
  const before = await accept(email)
  await admin.client.inviteStaffAgain(id, proof)
  await expect(before.client.currentStaff()).rejects.toMatchObject({ status: 401 })
  const login = guest().staffLogin({ email, password: PASSWORD, code: await nextCode(before.secret) })
  await expect(login).rejects.toMatchObject({ code: 'invalid_credentials' })
  const after = await accept(email)
  expect(after.secret).not.toBe(before.secret)
})

test('the command invites the only administrator again if they cannot log in', async () => {
  const email = nextEmail()
  const lines: string[] = []
  const run = (...args: string[]) =>
    inviteByCommand(house.api.context, { args, print: (line) => lines.push(line) })
  expect(await run('--again', email)).toBe(1)
  expect(lines).toEqual(['No member of staff has this address.'])
  for (const wrong of [[], ['no address'], [email, 'Olga Novik']])
    expect(await run('--again', ...wrong)).toBe(2)

  await run(email, 'Olga Novik', 'ru', 'administrator')
  const expired = await invitationOf(email)
  house.clock.pass(3 * DAY)
  expect(await run('--again', email)).toBe(0)
  await expect(guest().openInvitation({ token: expired })).rejects.toMatchObject({
    code: 'invitation_not_found',
  })
  const before = await accept(email)
  const { id } = await before.client.currentStaff()

  // The app is lost, and someone else may have a session.
  expect(await run('--again', email.toUpperCase())).toBe(0)
  await expect(before.client.currentStaff()).rejects.toMatchObject({ status: 401 })
  const login = guest().staffLogin({ email, password: PASSWORD, code: await nextCode(before.secret) })
  await expect(login).rejects.toMatchObject({ code: 'invalid_credentials' })
  const { client } = await accept(email)
  expect(await client.currentStaff()).toMatchObject({
    id,
    name: 'Olga Novik',
    grants: [{ role: 'administrator', laboratoryIds: null }],
  })
  const changes = await client.searchAudit({ objectId: id })
  expect(changes.filter(({ actor }) => actor === 'job').map(({ action }) => action)).toEqual([
    'update',
    'update',
    'create',
  ])

  const other = await administrator()
  await other.client.endStaff(id, proof)
  expect(await run('--again', email)).toBe(1)
})

test('changed roles apply from the next call, and the later of two concurrent changes is refused', async () => {
  const { admin, email, id } = await invited()
  const { client } = await accept(email)
  await expect(client.staffMembers()).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  const grants = [{ role: 'privacy' as const, laboratoryIds: null }]
  const changes = await Promise.allSettled([
    admin.client.changeStaffRoles(id, { grants, version: 1, ...proof }),
    admin.client.changeStaffRoles(id, { grants, version: 1, ...proof }),
  ])
  const late = changes.find((outcome) => outcome.status === 'rejected')
  expect(changes.filter((outcome) => outcome !== late)).toMatchObject([{ status: 'fulfilled' }])
  const body = { version: 2, changed: { by: 'Olga Novik' } }
  expect(late?.reason).toMatchObject({ code: 'stale_write', body })
  expect((await client.staffMembers()).some((member) => member.id === id)).toBe(true)
})

test('a login is a security event with the person’s id, but without mail address, password or code', async () => {
  const { email, id } = await invited()
  const { secret } = await accept(email)
  house.api.logLines.length = 0
  const code = await nextCode(secret)
  const { accessToken } = await guest().staffLogin({ email, password: PASSWORD, code })
  await deskClient(house.api, accessToken).staffLogout()
  const events = house.api.logLines.filter(({ log }) => log === 'security')
  expect(events).toMatchObject([
    { event: 'staffLogin', outcome: 'done', staff: id },
    { event: 'staffLogout', outcome: 'done', staff: id },
  ])
  const written = withoutIds(JSON.stringify(house.api.logLines))
  expect(written).not.toMatch(new RegExp(`@laboratory|\\b${code}\\b|harbour`))
})

test('the next login returns the language that the person chose; other people’s stays', async () => {
  const { email, secret, client } = await accept((await invited()).email)
  const other = await administrator()
  await client.chooseStaffLocale({ locale: 'be' })
  expect(await client.currentStaff()).toMatchObject({ locale: 'be' })
  const code = await nextCode(secret)
  expect(await guest().staffLogin({ email, password: PASSWORD, code })).toMatchObject({ locale: 'be' })
  expect(await other.client.currentStaff()).toMatchObject({ locale: 'en' })
})
