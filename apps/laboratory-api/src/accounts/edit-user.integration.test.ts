import { currentUserSchema, type EditUser } from '@shop/contract/accounts'
import { expect, test, vi } from 'vitest'
import { apiOfFile, DAY } from '../testing/api-of-file.ts'
import { codeOf, linkTokenOf, TEST_PASSWORD, type TestUser } from '../testing/test-api.ts'

const shop = apiOfFile('2026-03-02T21:30:00Z')

function edit({ user, client }: TestUser, changes: Partial<EditUser>) {
  const { firstName, lastName, email, phone, dateOfBirth } = user
  return client.editUser(user.id, { firstName, lastName, email, phone, dateOfBirth, ...changes })
}
const newAddress = () => `new-${crypto.randomUUID()}@mail.example`
const canLogIn = (username: string, password = TEST_PASSWORD) =>
  shop.api
    .client()
    .login({ username, password })
    .then(() => true)
    .catch(() => false)

test('an account’s details are changed and returned as the contract says', {
  tags: ['SPEC-3-USER', 'SPEC-7-EDIT-USER'],
}, async () => {
  const user = await shop.api.registerUser()
  const changed = await edit(user, {
    firstName: 'Мария',
    lastName: 'Ковальская',
    phone: '+375 29 765-43-21',
    dateOfBirth: '1985-12-31',
    locale: 'ru',
  })
  expect(currentUserSchema.parse(changed)).toMatchObject({
    firstName: 'Мария',
    phone: '+375 29 765-43-21',
    dateOfBirth: '1985-12-31',
    locale: 'ru',
    emailConfirmed: false,
  })
  expect(await user.client.currentUser()).toEqual(changed)
})

test('an unchanged address stays confirmed and no mail is sent', async () => {
  const user = await shop.api.registerConfirmedUser()
  // Others may still get mails of earlier tests.
  const mailsToUser = () =>
    shop.api.mailServer.mails.filter(({ recipients }) => recipients.includes(user.user.email))
  const before = mailsToUser().length
  expect((await edit(user, { firstName: 'Eva' })).emailConfirmed).toBe(true)
  expect(mailsToUser()).toHaveLength(before)
})

test('a new address waits and gets a code, while the proven one stays in force and is notified', async () => {
  const user = await shop.api.registerConfirmedUser()
  const email = newAddress()
  expect(await edit(user, { email: email.toUpperCase() })).toMatchObject({
    email: user.user.email,
    username: user.user.email,
    emailConfirmed: true,
    pendingEmail: email,
  })
  const notice = await shop.api.mailServer.take({ to: user.user.email })
  expect(notice.subject).toBe('The e-mail address of your account is being changed')
  expect(notice.text).not.toContain(email)
  const asked = await shop.api.mailServer.take({ to: email })
  await user.client.activate({ token: codeOf(asked) })
  expect(await user.client.currentUser()).toMatchObject({ email, emailConfirmed: true, pendingEmail: null })
})

test('an address that was never proven is replaced immediately, and its mailbox gets no mail', async () => {
  const user = await shop.api.registerUser()
  const mail = await shop.api.mailServer.take({ to: user.user.email })
  const email = newAddress()
  expect(await edit(user, { email })).toMatchObject({ email, emailConfirmed: false, pendingEmail: null })
  for (const token of [codeOf(mail), linkTokenOf(mail)]) {
    await expect(user.client.activate({ token })).rejects.toMatchObject({
      code: 'confirmation_token_not_found',
    })
  }
  await user.client.activate({ token: codeOf(await shop.api.mailServer.take({ to: email })) })
  const toFormer = shop.api.mailServer.mails.filter(({ recipients }) => recipients.includes(user.user.email))
  expect(toFormer).toHaveLength(1)
})

test('a link for a new password sent to an address typed by mistake stops working when the address is corrected', async () => {
  const user = await shop.api.registerUser()
  await shop.api.client().requestPasswordReset({ email: user.user.email })
  const token = linkTokenOf(await shop.api.mailServer.take({ to: user.user.email, subject: /new password/ }))
  const email = newAddress()
  await edit(user, { email })
  const strangers = shop.api.client().resetPassword({ token, newPassword: 'seven quiet bridges 12' })
  await expect(strangers).rejects.toMatchObject({ code: 'reset_token_not_found' })
  expect(await canLogIn(email)).toBe(true)
})

test('until the new address is confirmed only the proven one logs in and gets the password reset link', async () => {
  const user = await shop.api.registerConfirmedUser()
  const email = newAddress()
  await edit(user, { email })
  const asked = await shop.api.mailServer.take({ to: email })
  expect([await canLogIn(user.user.email), await canLogIn(email)]).toEqual([true, false])

  await shop.api.client().requestPasswordReset({ email })
  await shop.api.client().requestPasswordReset({ email: user.user.email })
  const link = await shop.api.mailServer.take({ to: user.user.email, subject: /new password/ })
  await shop.api.client().resetPassword({ token: linkTokenOf(link), newPassword: 'seven quiet bridges 12' })
  const toNew = shop.api.mailServer.mails.filter(({ recipients }) => recipients.includes(email))
  expect(toNew.map(({ subject }) => subject)).toEqual([
    `${codeOf(asked)} is your code to confirm your new e-mail address`,
  ])

  await shop.api.client().activate({ token: linkTokenOf(asked) })
  expect(await canLogIn(user.user.email, 'seven quiet bridges 12')).toBe(false)
  expect(await canLogIn(email, 'seven quiet bridges 12')).toBe(true)
})

test('a pending address stays while other details change, gets another mail on request, and can be dropped', async () => {
  const user = await shop.api.registerConfirmedUser()
  const email = newAddress()
  await edit(user, { email })
  const first = await shop.api.mailServer.take({ to: email })
  expect(await edit(user, { firstName: 'Eva' })).toMatchObject({ firstName: 'Eva', pendingEmail: email })
  await user.client.sendActivationEmail()
  await shop.api.mailServer.take({ to: email })
  await user.client.dropPendingEmail()
  expect(await user.client.currentUser()).toMatchObject({ email: user.user.email, pendingEmail: null })
  await expect(user.client.activate({ token: codeOf(first) })).rejects.toMatchObject({ status: 404 })
  await user.client.dropPendingEmail()
  await expect(user.client.sendActivationEmail()).rejects.toMatchObject({ code: 'email_already_confirmed' })
})

test('no other account can take the address in force, and it is free once the account has left it', async () => {
  const user = await shop.api.registerConfirmedUser()
  const email = newAddress()
  await edit(user, { email })
  const { email: former } = user.user
  await expect(shop.api.registerUser({ email: former })).rejects.toMatchObject({ code: 'user_exists' })
  await user.client.activate({ token: codeOf(await shop.api.mailServer.take({ to: email })) })
  expect((await shop.api.registerUser({ email: former })).user.email).toBe(former)
})

test('neither an unconfirmed change nor an unconfirmed registration occupies a stranger’s address', {
  tags: ['slow'],
}, async () => {
  const email = newAddress()
  const changing = await shop.api.registerConfirmedUser()
  await edit(changing, { email })
  const squatter = await shop.api.registerUser({ email, password: 'a squatter of addresses 9' })
  const mails = [
    await shop.api.mailServer.take({ to: email }),
    await shop.api.mailServer.take({ to: email, subject: /is your code to confirm your e-mail/ }),
  ]
  const owner = await shop.api.registerConfirmedUser({ email })
  expect((await owner.client.currentUser()).emailConfirmed).toBe(true)
  // Neither of the earlier accounts gets anything, whichever of its mails is found in the mailbox later.
  for (const mail of mails) {
    await expect(shop.api.client().activate({ token: linkTokenOf(mail) })).rejects.toMatchObject({
      code: 'confirmation_token_not_found',
    })
  }
  await expect(squatter.client.sendActivationEmail()).rejects.toMatchObject({ code: 'user_exists' })
  await expect(changing.client.sendActivationEmail()).rejects.toMatchObject({ code: 'user_exists' })
  expect([await canLogIn(email), await canLogIn(email, 'a squatter of addresses 9')]).toEqual([true, false])
  expect((await shop.api.client(changing.token).currentUser()).email).toBe(changing.user.email)
})

test('each of several accounts with the same unproven address is entered with its own password', async () => {
  const email = newAddress()
  const first = await shop.api.registerUser({ email })
  const second = await shop.api.registerUser({ email, password: 'seven quiet bridges 12' })
  expect(first.user.id).not.toBe(second.user.id)
  const enter = async (password: string) =>
    shop.api.client((await shop.api.client().login({ username: email, password })).access_token).currentUser()
  expect((await enter(TEST_PASSWORD)).id).toBe(first.user.id)
  expect((await enter('seven quiet bridges 12')).id).toBe(second.user.id)
  await expect(shop.api.registerUser({ email })).rejects.toMatchObject({ code: 'user_exists' })
})

test('later registrations of an unproven address, however many, do not lock out the first', {
  tags: ['slow'],
}, async () => {
  const email = newAddress()
  const owner = await shop.api.registerUser({ email })
  for (let stranger = 0; stranger < 8; stranger++) {
    await shop.api.registerUser({ email, password: `seven quiet bridges ${stranger}` })
  }
  const { access_token: token } = await shop.api.client().login({ username: email, password: TEST_PASSWORD })
  expect((await shop.api.client(token).currentUser()).id).toBe(owner.user.id)
  await expect(shop.api.registerUser({ email })).rejects.toMatchObject({ code: 'user_exists' })
  const newest = { username: email, password: 'seven quiet bridges 7' }
  expect((await shop.api.client().login(newest)).access_token).toBeTruthy()
})

test("another account's address is refused", async () => {
  const user = await shop.api.registerUser()
  const other = await shop.api.registerConfirmedUser()
  await expect(edit(user, { email: other.user.email })).rejects.toMatchObject({
    status: 400,
    code: 'user_exists',
    errors: [{ path: 'email' }],
  })
})

test('of ten accounts that confirm one address, one gets it', { tags: ['slow'] }, async () => {
  const users = await Promise.all(Array.from({ length: 10 }, () => shop.api.registerConfirmedUser()))
  const email = newAddress()
  const tokens: string[] = []
  for (const user of users) {
    await edit(user, { email })
    tokens.push(linkTokenOf(await shop.api.mailServer.take({ to: email })))
  }
  const outcomes = await Promise.all(
    tokens.map((token) =>
      shop.api
        .client()
        .activate({ token })
        .then(() => 'confirmed')
        .catch(({ code }) => code),
    ),
  )
  expect(outcomes.sort()).toEqual([
    ...Array.from({ length: 9 }, () => 'confirmation_token_not_found'),
    'confirmed',
  ])
})

test('a date of birth must be an adult’s in the laboratory’s time zone', async () => {
  const user = await shop.api.registerUser()
  expect((await edit(user, { dateOfBirth: '2008-03-03' })).dateOfBirth).toBe('2008-03-03')
  await expect(edit(user, { dateOfBirth: '2008-03-04' })).rejects.toMatchObject({
    status: 422,
    errors: [{ path: 'dateOfBirth', code: 'under_age' }],
  })
  await expect(edit(user, { dateOfBirth: '2026-03-04' })).rejects.toMatchObject({ status: 422 })
})

test('the former address is deleted once its mail has surely been sent', async () => {
  const user = await shop.api.registerConfirmedUser()
  await edit(user, { email: newAddress() })
  const { deleteOldFormerEmails } = await import('./edit-user.ts')
  const left = async () => {
    await deleteOldFormerEmails(shop.database.queries, shop.clock.now)
    const { rows } = await shop.database.queries.execute('select email from laboratory.former_email')
    return rows.some(({ email }) => email === user.user.email)
  }
  expect(await left()).toBe(true)
  shop.clock.pass(2 * DAY + 1)
  expect(await left()).toBe(false)
})

test('an address proven during a change is not replaced, since the new one would count as proven', async () => {
  const user = await shop.api.registerUser()
  const mail = await shop.api.mailServer.take({ to: user.user.email })
  const { limits } = shop.api.context
  const consume = limits.consume.bind(limits)
  // This limit is checked after the account was read.
  using consumed = vi.spyOn(limits, 'consume').mockImplementation(async (name, key) => {
    if (name === 'emailChangePerAccount') await user.client.activate({ token: linkTokenOf(mail) })
    return consume(name, key)
  })
  await expect(edit(user, { email: newAddress() })).rejects.toMatchObject({ code: 'stale_write' })
  expect(consumed).toHaveBeenCalledWith('emailChangePerAccount', user.user.id)
  expect(await user.client.currentUser()).toMatchObject({
    email: user.user.email,
    emailConfirmed: true,
    pendingEmail: null,
  })
})
