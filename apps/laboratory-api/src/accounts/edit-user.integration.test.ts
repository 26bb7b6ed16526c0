import { currentUserSchema, type EditUser } from '@shop/contract/accounts'
import { expect, test } from 'vitest'
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

test('particulars are changed and answered as the contract says', {
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

test('an unchanged address stays confirmed and nobody is written to', async () => {
  const user = await shop.api.registerConfirmedUser()
  const mails = shop.api.mailServer.mails.length
  expect((await edit(user, { firstName: 'Eva' })).emailConfirmed).toBe(true)
  expect(shop.api.mailServer.mails.length).toBe(mails)
})

test('a new address is unconfirmed, gets a code, and the old one is told', async () => {
  const user = await shop.api.registerConfirmedUser()
  const email = newAddress()
  expect(await edit(user, { email: email.toUpperCase() })).toMatchObject({
    email,
    username: email,
    emailConfirmed: false,
  })
  const told = await shop.api.mailServer.take({ to: user.user.email })
  expect(told.subject).toBe('The e-mail address of your account has been changed')
  expect(told.text).not.toContain(email)
  const asked = await shop.api.mailServer.take({ to: email })
  await user.client.activate({ token: codeOf(asked) })
  expect((await user.client.currentUser()).emailConfirmed).toBe(true)
})

test('a letter to the former address does not confirm the new one', async () => {
  const user = await shop.api.registerUser()
  const letter = await shop.api.mailServer.take({ to: user.user.email })
  await edit(user, { email: newAddress() })
  for (const token of [codeOf(letter), linkTokenOf(letter)]) {
    await expect(user.client.activate({ token })).rejects.toMatchObject({
      code: 'confirmation_token_not_found',
    })
  }
  expect((await user.client.currentUser()).emailConfirmed).toBe(false)
})

test('until the new address is confirmed the proven one signs in and gets the link for a new password', async () => {
  const user = await shop.api.registerConfirmedUser()
  const email = newAddress()
  await edit(user, { email })
  const asked = await shop.api.mailServer.take({ to: email })
  expect([await canLogIn(user.user.email), await canLogIn(email)]).toEqual([true, true])

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

test('going back to the proven address needs no letter', async () => {
  const user = await shop.api.registerConfirmedUser()
  await edit(user, { email: newAddress() })
  expect((await edit(user, {})).emailConfirmed).toBe(true)
})

test('nobody else can take an address that is about to be left', async () => {
  const user = await shop.api.registerConfirmedUser()
  const email = newAddress()
  await edit(user, { email })
  const { email: former } = user.user
  await expect(shop.api.registerUser({ email: former })).rejects.toMatchObject({ code: 'user_exists' })
  await user.client.activate({ token: codeOf(await shop.api.mailServer.take({ to: email })) })
  expect((await shop.api.registerUser({ email: former })).user.email).toBe(former)
})

test("another account's address is refused", async () => {
  const user = await shop.api.registerUser()
  const other = await shop.api.registerUser()
  await expect(edit(user, { email: other.user.email })).rejects.toMatchObject({
    status: 400,
    code: 'user_exists',
    errors: [{ path: 'email' }],
  })
})

test('of ten accounts that want one address at once one gets it', async () => {
  const users = await Promise.all(Array.from({ length: 10 }, () => shop.api.registerUser()))
  const email = newAddress()
  const outcomes = await Promise.all(
    users.map((user) =>
      edit(user, { email })
        .then(() => 'changed')
        .catch(({ code }) => code),
    ),
  )
  expect(outcomes.sort()).toEqual(['changed', ...Array.from({ length: 9 }, () => 'user_exists')])
})

test('a day of birth is that of an adult where the laboratory is', async () => {
  const user = await shop.api.registerUser()
  expect((await edit(user, { dateOfBirth: '2008-03-03' })).dateOfBirth).toBe('2008-03-03')
  await expect(edit(user, { dateOfBirth: '2008-03-04' })).rejects.toMatchObject({
    status: 422,
    errors: [{ path: 'dateOfBirth', code: 'under_age' }],
  })
  await expect(edit(user, { dateOfBirth: '2026-03-04' })).rejects.toMatchObject({ status: 422 })
})

test('the former address is forgotten when its letter has surely gone', async () => {
  const user = await shop.api.registerUser()
  await edit(user, { email: newAddress() })
  const { deleteToldFormerEmails } = await import('./former-emails.ts')
  const left = async () => {
    await deleteToldFormerEmails(shop.database.queries, shop.clock.now)
    const { rows } = await shop.database.queries.execute('select email from laboratory.former_email')
    return rows.some(({ email }) => email === user.user.email)
  }
  expect(await left()).toBe(true)
  shop.clock.pass(2 * DAY + 1)
  expect(await left()).toBe(false)
})
