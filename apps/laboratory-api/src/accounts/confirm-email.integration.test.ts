import { ownServerProof } from '@shop/server/own-server'
import { expect, test } from 'vitest'
import { apiOfFile, HOUR, MINUTE } from '../testing/api-of-file.ts'
import { codeOf, linkTokenOf, TEST_PASSWORD, type TestUser } from '../testing/test-api.ts'

const shop = apiOfFile()

async function activate(token: string, user?: TestUser, more: { onlyOwn?: boolean } = {}) {
  const body = { token, ...more }
  const answer = await shop.api.request('POST', 'users/activate', { token: user?.token, body })
  return answer.status === 204 ? 204 : ((await answer.json()) as { code: string }).code
}

const isConfirmed = async ({ client }: TestUser) => (await client.currentUser()).emailConfirmed
const nextMail = ({ user }: TestUser) => shop.api.mailServer.take({ to: user.email })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

test('the mailed code confirms the signed-in account, once', {
  tags: ['SPEC-7-ACTIVATE', 'ASVS-6.5.1'],
}, async () => {
  const user = await shop.api.registerUser()
  const code = codeOf(await nextMail(user))
  expect(await activate(code, user)).toBe(204)
  expect(await isConfirmed(user)).toBe(true)
  expect(await activate(code, user)).toBe('confirmation_token_not_found')
})

test('a code does not work for another account or for a guest', async () => {
  const user = await shop.api.registerUser()
  const other = await shop.api.registerUser()
  const code = codeOf(await nextMail(user))
  expect(await activate(code, other)).toBe('confirmation_token_not_found')
  expect(await activate(code)).toBe('unauthorized')
  expect(await isConfirmed(user)).toBe(false)
})

test('the link works without being signed in, once', async () => {
  const user = await shop.api.registerUser()
  const token = linkTokenOf(await nextMail(user))
  expect(await activate(token)).toBe(204)
  expect(await isConfirmed(user)).toBe(true)
  expect(await activate(token)).toBe('confirmation_token_not_found')
})

test('with `onlyOwn`, a link confirms nothing for another account or a guest, and is not used up', async () => {
  const user = await shop.api.registerUser()
  const other = await shop.api.registerUser()
  const token = linkTokenOf(await nextMail(user))
  const onlyOwn = true
  expect(await activate(token, other, { onlyOwn })).toBe('confirmation_token_not_found')
  expect(await activate(token, undefined, { onlyOwn })).toBe('unauthorized')
  expect([await isConfirmed(user), await isConfirmed(other)]).toEqual([false, false])
  expect(await activate(token, user, { onlyOwn })).toBe(204)
  expect([await isConfirmed(user), await isConfirmed(other)]).toEqual([true, false])
})

test('of ten concurrent uses of one link one succeeds', { tags: ['ASVS-6.5.1'] }, async () => {
  const user = await shop.api.registerUser()
  const token = linkTokenOf(await nextMail(user))
  const answers = await Promise.all(Array.from({ length: 10 }, () => activate(token)))
  expect(answers.filter((answer) => answer === 204)).toHaveLength(1)
})

test('a code is valid for ten minutes, a link for a day', {
  tags: ['ASVS-6.4.1', 'ASVS-6.5.5'],
}, async () => {
  const user = await shop.api.registerUser()
  const mail = await nextMail(user)
  shop.clock.pass(10 * MINUTE + 1)
  expect(await activate(codeOf(mail), user)).toBe('confirmation_token_not_found')
  const late = await shop.api.registerUser()
  const lateMail = await nextMail(late)
  shop.clock.pass(24 * HOUR - 10 * MINUTE - 2)
  expect(await activate(linkTokenOf(mail))).toBe(204)
  shop.clock.pass(10 * MINUTE + 3)
  expect(await activate(linkTokenOf(lateMail))).toBe('confirmation_token_not_found')
})

test('after five wrong codes the right one must wait; the link still works', {
  tags: ['ASVS-6.6.3'],
}, async () => {
  const user = await shop.api.registerUser()
  const mail = await nextMail(user)
  for (let round = 0; round < 5; round++) {
    expect(await activate(wrong(codeOf(mail)), user)).toBe('confirmation_token_not_found')
  }
  expect(await activate(codeOf(mail), user)).toBe('too_many_requests')
  expect(await activate(linkTokenOf(mail))).toBe(204)
})

test('a second mail is sent on request, and the first stays valid until one is used', {
  tags: ['SPEC-7-SEND-ACTIVATION'],
}, async () => {
  const user = await shop.api.registerUser({ locale: 'ru' })
  const first = await nextMail(user)
  await user.client.sendActivationEmail()
  const second = await nextMail(user)
  expect(second.subject).toBe(`${codeOf(second)} — ваш код для подтверждения почты`)
  expect(await activate(codeOf(first), user)).toBe(204)
  expect(await activate(linkTokenOf(second))).toBe('confirmation_token_not_found')
})

test('a code works only in the session of the account that requested it; the link works anywhere', {
  tags: ['ASVS-6.6.2'],
}, async () => {
  const user = await shop.api.registerUser()
  const mail = await nextMail(user)
  const { email } = user.user
  const { access_token } = await shop.api.client().login({ username: email, password: user.password })
  const elsewhere = { ...user, token: access_token, client: shop.api.client(access_token) }
  expect(await activate(codeOf(mail), elsewhere)).toBe('confirmation_token_not_found')
  expect(await isConfirmed(user)).toBe(false)
  await elsewhere.client.sendActivationEmail()
  const askedElsewhere = await nextMail(user)
  // Neither the earlier code, which the later one has ended, nor the later one in a session that did not request
  // it.
  expect(await activate(codeOf(mail), user)).toBe('confirmation_token_not_found')
  expect(await activate(codeOf(askedElsewhere), user)).toBe('confirmation_token_not_found')
  expect(await isConfirmed(user)).toBe(false)
  expect(await activate(linkTokenOf(mail))).toBe(204)
})

test('a confirmed address gets no further mail', async () => {
  const user = await shop.api.registerConfirmedUser()
  await expect(user.client.sendActivationEmail()).rejects.toMatchObject({
    status: 409,
    code: 'email_already_confirmed',
  })
})

const from = (address: string) => ({
  'X-Client-Address': address,
  'X-Client-Address-Secret': ownServerProof(shop.api.context.settings.clientAddressSecret),
})
const sendAgain = async ({ token }: TestUser, address: string) =>
  (await shop.api.request('POST', 'users/send-activation-email', { token, headers: from(address) })).status

test('an account gets ten mails an hour, no more', async () => {
  const user = await shop.api.registerUser()
  for (let round = 0; round < 10; round++) expect(await sendAgain(user, `203.0.113.${round}`)).toBe(204)
  expect(await sendAgain(user, '203.0.113.10')).toBe(429)
})

test('an unproven mailbox gets five mails an hour from a network, whatever accounts and calls request them', {
  tags: ['slow'],
}, async () => {
  const email = `victim-${crypto.randomUUID()}@mail.example`
  const headers = from('192.0.2.77')
  const documents = await shop.api.client().documents()
  const acceptedDocuments = documents
    .filter(({ requiresAcceptance }) => requiresAcceptance)
    .map(({ slug, version }) => ({ slug, version }))
  async function registerHere(password: string): Promise<string> {
    const body = { email, password, firstName: 'Anna', lastName: 'Kowalska', acceptedDocuments }
    const answer = await shop.api.request('POST', 'register', { body, headers })
    return ((await answer.json()) as { accessToken: string }).accessToken
  }
  const other = await shop.api.registerConfirmedUser()
  const changeHere = async ({ user: { id, firstName, lastName }, token }: TestUser) => {
    const body = { firstName, lastName, email }
    return (await shop.api.request('PUT', `users/${id}`, { token, body, headers })).status
  }
  const sendHere = async (token: string, to = headers) =>
    (await shop.api.request('POST', 'users/send-activation-email', { token, headers: to })).status

  const first = await registerHere('seven quiet bridges 12')
  for (let count = 2; count <= 4; count++) expect(await sendHere(first)).toBe(204)
  expect(await changeHere(other)).toBe(200)
  expect(await sendHere(first)).toBe(429)
  expect(await changeHere(await shop.api.registerConfirmedUser())).toBe(429)
  // A registration still succeeds, and its mail can be requested from elsewhere.
  const last = await registerHere('harbour plum 58 lantern')
  const toVictim = () => shop.api.mailServer.mails.filter(({ recipients }) => recipients.includes(email))
  await expect.poll(() => toVictim().length).toBe(5)
  expect(await sendHere(last, from('198.51.100.1'))).toBe(204)
  await expect.poll(() => toVictim().length).toBe(6)
})

test('what can be done again and again in an account mails its unproven mailbox no more than the others do', async () => {
  const { user, client } = await shop.api.registerUser()
  const other = 'seven quiet bridges 12'
  for (const round of ['One', 'Two', 'Three']) {
    await client.changePassword({ currentPassword: TEST_PASSWORD, newPassword: other })
    await client.changePassword({ currentPassword: other, newPassword: TEST_PASSWORD })
    await client.askRight({ right: 'access', words: round })
  }
  expect(await client.rightsRequests()).toHaveLength(3)
  await expect(client.sendActivationEmail()).rejects.toMatchObject({ status: 429 })
  const toVictim = () => shop.api.mailServer.mails.filter(({ recipients }) => recipients.includes(user.email))
  // The registration's came from another network.
  await expect.poll(() => toVictim().length).toBe(6)
})

test('after thirty mails from everywhere a network can still send one, so that the owner of the mailbox can confirm it', async () => {
  const user = await shop.api.registerUser()
  const { limits } = shop.api.context
  for (let count = 0; count < 30; count++) await limits.exceeds('unprovenMailPerAddress', user.user.email)
  expect(await sendAgain(user, '198.51.100.7')).toBe(204)
  expect(await sendAgain(user, '198.51.100.7')).toBe(429)
  expect(await sendAgain(user, '198.51.100.8')).toBe(204)
})

test('a mail to an unproven mailbox contains no text typed by the person who registered it', {
  tags: ['slow'],
}, async () => {
  const user = await shop.api.registerUser({ firstName: 'Win at evil.example', lastName: 'Now' })
  const welcome = await nextMail(user)
  expect(`${welcome.text}${welcome.html}${JSON.stringify(welcome.to)}`).not.toContain('evil.example')
  await shop.api.client().requestPasswordReset({ email: user.user.email })
  expect((await nextMail(user)).text).not.toContain('evil.example')
  await user.client.askRight({ right: 'access', words: 'See evil.example.' })
  const asked = await nextMail(user)
  expect(`${asked.text}${asked.html}${JSON.stringify(asked.to)}`).not.toContain('evil.example')
  const confirmed = await shop.api.registerConfirmedUser({ firstName: 'Unmistakable' })
  await shop.api.client().requestPasswordReset({ email: confirmed.user.email })
  const reset = await shop.api.mailServer.take({ to: confirmed.user.email, subject: /new password/ })
  expect(reset.text).toContain('Unmistakable')
})

test('a mail queued by the previous release shows only its link, not a code that would not work', async () => {
  const user = await shop.api.registerUser()
  await nextMail(user)
  const { mail, database } = shop.api.context
  // As that release wrote the job: without `request`.
  for (const template of ['welcome', 'confirm-email', 'login-code', 'welcome'] as const) {
    await mail.send(database.queries, template, { userId: user.user.id } as never)
  }
  const mails = [await nextMail(user), await nextMail(user), await nextMail(user)]
  for (const { subject, text } of mails) {
    expect(subject).toBe('Confirm your e-mail')
    expect(text).toContain('Open this link')
    expect(text).not.toContain('Your code')
    expect(text).not.toMatch(/^\s*\d{6}\s*$/m)
  }
  expect(await activate(linkTokenOf(mails[0]!))).toBe(204)
  expect(await isConfirmed(user)).toBe(true)
})
