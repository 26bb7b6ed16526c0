import { expect, test } from 'vitest'
import { apiOfFile, MINUTE } from '../testing/api-of-file.ts'
import { linkTokenOf, TEST_PASSWORD, type TestUser } from '../testing/test-api.ts'

const shop = apiOfFile()
const NEW_PASSWORD = 'seven quiet bridges 12'

const logIn = async ({ user }: TestUser, password: string) =>
  (await shop.api.client().login({ username: user.email, password })).access_token
const isSignedIn = (token: string) =>
  shop.api
    .client(token)
    .currentUser()
    .then(() => true)
    .catch(() => false)

async function resetLinkOf({ user }: TestUser): Promise<string> {
  await shop.api.client().requestPasswordReset({ email: user.email })
  return linkTokenOf(await shop.api.mailServer.take({ to: user.email, subject: /new password/ }))
}

test('changing the password ends the other sessions and notifies the owner', {
  tags: ['SPEC-7-PASSWORD-CHANGE', 'ASVS-6.2.2', 'ASVS-7.4.3'],
}, async () => {
  const user = await shop.api.registerUser()
  const phone = await logIn(user, TEST_PASSWORD)
  await user.client.changePassword({ currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD })
  expect([await isSignedIn(user.token), await isSignedIn(phone)]).toEqual([true, false])
  await expect(logIn(user, TEST_PASSWORD)).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(await isSignedIn(await logIn(user, NEW_PASSWORD))).toBe(true)
  const mail = await shop.api.mailServer.take({ to: user.user.email, subject: /has been changed/ })
  expect(mail.subject).toBe('Your password has been changed')
})

test('the current password must be right, with ten tries at most', { tags: ['ASVS-6.2.3'] }, async () => {
  const { client } = await shop.api.registerUser()
  const change = (currentPassword: string) =>
    client.changePassword({ currentPassword, newPassword: NEW_PASSWORD })
  for (let round = 0; round < 10; round++) {
    await expect(change('guess')).rejects.toMatchObject({
      status: 422,
      code: 'wrong_password',
      errors: [{ path: 'currentPassword' }],
    })
  }
  await expect(change(TEST_PASSWORD)).rejects.toMatchObject({ status: 429 })
})

test('a common password is refused as a new one', async () => {
  const { client } = await shop.api.registerUser()
  const change = client.changePassword({ currentPassword: TEST_PASSWORD, newPassword: 'password123' })
  await expect(change).rejects.toMatchObject({
    code: 'invalid_fields',
    errors: [{ path: 'newPassword', code: 'password_too_common' }],
  })
})

test('the mailed link sets a new password once and ends every session', {
  tags: ['SPEC-7-PASSWORD-RESET', 'ASVS-6.4.3', 'ASVS-7.4.3'],
}, async () => {
  const user = await shop.api.registerUser()
  const token = await resetLinkOf(user)
  await shop.api.client().resetPassword({ token, newPassword: NEW_PASSWORD })
  expect(await isSignedIn(user.token)).toBe(false)
  expect(await isSignedIn(await logIn(user, NEW_PASSWORD))).toBe(true)
  await expect(shop.api.client().resetPassword({ token, newPassword: TEST_PASSWORD })).rejects.toMatchObject({
    status: 404,
    code: 'reset_token_not_found',
  })
})

test('a refused password leaves the link valid', async () => {
  const user = await shop.api.registerUser()
  const token = await resetLinkOf(user)
  await expect(shop.api.client().resetPassword({ token, newPassword: 'password123' })).rejects.toMatchObject({
    status: 422,
  })
  await shop.api.client().resetPassword({ token, newPassword: NEW_PASSWORD })
  expect(await isSignedIn(await logIn(user, NEW_PASSWORD))).toBe(true)
})

test('a link is valid for ten minutes', { tags: ['ASVS-6.4.1', 'ASVS-6.5.5'] }, async () => {
  const user = await shop.api.registerUser()
  const token = await resetLinkOf(user)
  shop.clock.pass(10 * MINUTE + 1)
  await expect(shop.api.client().resetPassword({ token, newPassword: NEW_PASSWORD })).rejects.toMatchObject({
    code: 'reset_token_not_found',
  })
})

test('a password reset link does not confirm an address, and a confirmation link does not reset a password', async () => {
  const user = await shop.api.registerUser()
  const confirmation = linkTokenOf(await shop.api.mailServer.take({ to: user.user.email }))
  const reset = await resetLinkOf(user)
  await expect(shop.api.client().activate({ token: reset })).rejects.toMatchObject({ status: 404 })
  await expect(
    shop.api.client().resetPassword({ token: confirmation, newPassword: NEW_PASSWORD }),
  ).rejects.toMatchObject({ status: 404 })
})

test('changing the password revokes a reset link already sent', async () => {
  const user = await shop.api.registerUser()
  const token = await resetLinkOf(user)
  await user.client.changePassword({ currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD })
  await expect(shop.api.client().resetPassword({ token, newPassword: NEW_PASSWORD })).rejects.toMatchObject({
    code: 'reset_token_not_found',
  })
})

test('a reset for an unknown address gets the same answer and runs the same statements', async () => {
  const { user } = await shop.api.registerUser()
  async function ask(email: string) {
    const statements: string[] = []
    const answer = await shop.database.watch(
      (text) => statements.push(text),
      () => shop.api.request('POST', 'users/password', { body: { email } }),
    )
    const own = statements.filter((statement) => /user_account|job/.test(statement))
    return { status: answer.status, body: await answer.json(), statements: own.length }
  }
  const known = await ask(user.email)
  expect(await ask('nobody@mail.example')).toEqual(known)
  expect(known).toMatchObject({ status: 200, body: {}, statements: 3 })
})

test('for an unproven address each account that can log in with it gets a mail, so later registrations do not lock out the owner', {
  tags: ['slow'],
}, async () => {
  const owner = await shop.api.registerUser()
  const { email } = owner.user
  for (let stranger = 0; stranger < 8; stranger++) {
    await shop.api.registerUser({ email, password: `seven quiet bridges ${stranger}` })
  }
  await shop.api.client().requestPasswordReset({ email })
  // One, and the five an hour that a network may send to an unproven mailbox.
  const set = new Set<string>()
  while (set.size < 6) {
    const mail = await shop.api.mailServer.take({ to: email, subject: /new password/ })
    expect(mail.text).toContain('Several accounts use this e-mail address')
    set.add(linkTokenOf(mail))
  }
  const ids = new Set<string>()
  for (const [index, token] of [...set].entries()) {
    const password = `nine silent rivers ${index}`
    await shop.api.client().resetPassword({ token, newPassword: password })
    const { access_token } = await shop.api.client().login({ username: email, password })
    ids.add((await shop.api.client(access_token).currentUser()).id)
  }
  expect(ids).toContain(owner.user.id)
  expect(ids.size).toBe(6)
})

test('an address, known or not, gets two reset mails in ten minutes, and the link already sent works while further requests are refused', async () => {
  const owner = await shop.api.registerUser()
  const { email } = owner.user
  // A stranger's request counts as the owner's, and so does its mail.
  const token = await resetLinkOf(owner)
  for (const address of [email, 'nobody-asks@mail.example', 'nobody-asks@mail.example']) {
    await shop.api.client().requestPasswordReset({ email: address })
  }
  for (const address of [email, 'nobody-asks@mail.example']) {
    const refused = await shop.api.request('POST', 'users/password', { body: { email: address } })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(600)
  }
  await shop.api.client().resetPassword({ token, newPassword: NEW_PASSWORD })
  expect(await isSignedIn(await logIn(owner, NEW_PASSWORD))).toBe(true)
})
