import { ApiProblem } from '@shop/contract/main-api-client'
import { expect, test, vi } from 'vitest'
import { createTestShop, outcomeOf, problem } from '../testing/test-shop.ts'
import { confirmEmailInSettings, sendConfirmationMail } from './confirm-email.server.ts'
import { changePassword, editProfile, eraseAccount } from './settings.server.ts'

const token = 'token'
const user = {
  id: '0199d3c4-7f2a-7000-8000-000000000001',
  email: 'anna@example.com',
  emailConfirmed: false,
  firstName: 'Anna',
  lastName: 'Kovaleva',
  phone: null,
  dateOfBirth: null,
}
const bare500 = new Response('failed', { status: 500 })
const profile = {
  firstName: 'Anna',
  lastName: 'Kovaleva',
  email: 'anna@example.com',
  phone: '',
  dateOfBirth: '',
}
const edit = `PUT users/${user.id}`

test('a saved profile closes the modal and says so', { tags: ['SPEC-4-USER-MODALS-CLOSE'] }, async () => {
  const { shop, calls } = createTestShop({ 'GET users/current': user, [edit]: user }, { token })
  expect(outcomeOf(await editProfile({ shop, texts: profile })).location).toBe(
    '/settings?notice=profileUpdated',
  )
  expect(calls.at(-1)?.body).toEqual({ ...profile, phone: null, dateOfBirth: null })
})

test('a new e-mail address must be confirmed', async () => {
  const changed = { ...user, email: 'new@example.com' }
  const { shop } = createTestShop({ 'GET users/current': user, [edit]: changed }, { token })
  const texts = { ...profile, email: 'new@example.com' }
  expect(outcomeOf(await editProfile({ shop, texts })).location).toBe('/settings?notice=emailChanged')
})

test('a taken e-mail address is an error at its field', async () => {
  const { shop } = createTestShop({ 'GET users/current': user, [edit]: problem('user_exists') }, { token })
  const { failure } = outcomeOf(await editProfile({ shop, texts: profile }))
  expect(failure?.title.key).toBe('messages:errorOccurred')
  expect(failure?.fields).toEqual({ email: { key: 'messages:suchUserExists' } })
})

test('a customer who is not of age is refused with a message at the date', async () => {
  const underAge = problem('invalid_fields', {
    errors: [{ path: 'dateOfBirth', message: 'too young', code: 'under_age' }],
  })
  const { shop } = createTestShop({ 'GET users/current': user, [edit]: underAge }, { token })
  const { failure } = outcomeOf(await editProfile({ shop, texts: { ...profile, dateOfBirth: '2015-05-05' } }))
  expect(failure?.fields).toEqual({ dateOfBirth: { key: 'forms.underAge' } })
})

test('an ended session is not reported by the form', async () => {
  const { shop } = createTestShop({ 'GET users/current': problem('unauthorized') }, { token })
  await expect(editProfile({ shop, texts: profile })).rejects.toBeInstanceOf(ApiProblem)
})

test('a changed password is reported', async () => {
  const { shop, calls } = createTestShop({ 'PUT users/password': {} }, { token })
  const texts = { currentPassword: ' old one ', newPassword: 'correct horse battery' }
  expect(outcomeOf(await changePassword({ shop, texts })).location).toBe('/settings?notice=passwordChanged')
  expect(calls[0]?.body).toEqual(texts)
})

test.each([
  [
    'a wrong password',
    problem('wrong_password'),
    { currentPassword: { key: 'forms.wrong.currentPassword' } },
  ],
  ['any other answer', bare500, {}],
  ['a success that is not 200', new Response(null, { status: 204 }), {}],
])(
  '%s fails to change the password',
  { tags: ['SPEC-8-CHANGE-PASSWORD', 'SPEC-8-PASSWORD-FAILED'] },
  async (_, response, fields) => {
    const { shop, logged } = createTestShop({ 'PUT users/password': response }, { token })
    const texts = { currentPassword: 'old', newPassword: 'correct horse battery' }
    const { failure } = outcomeOf(await changePassword({ shop, texts }))
    expect(failure?.title.key).toBe('messages:errorOccurred')
    expect(failure?.reasons[0]).toEqual({ key: 'messages:failedToChangePassword' })
    expect(failure?.fields).toEqual(fields)
    expect(failure?.values).toEqual({})
    expect(logged).toEqual(['Failed to change password'])
  },
)

test('a new password that is too short is not sent', { tags: ['ASVS-6.2.1'] }, async () => {
  const { shop, calls } = createTestShop({}, { token })
  const { failure } = outcomeOf(
    await changePassword({ shop, texts: { currentPassword: 'old', newPassword: 'short' } }),
  )
  expect(failure?.fields).toEqual({ newPassword: { key: 'forms.passwordShort', count: 8 } })
  expect(calls).toEqual([])
})

test('a confirmation mail is requested after the account was re-read', {
  tags: ['SPEC-4-EMAIL-REFRESHED-FIRST', 'SPEC-4-EMAIL-LETTER'],
}, async () => {
  const { shop, calls } = createTestShop(
    { 'GET users/current': user, 'POST users/send-activation-email': null },
    { token },
  )
  const { location } = outcomeOf(await sendConfirmationMail({ shop, texts: {} }))
  expect(location).toBe('/settings?modal=confirmEmail&notice=mailSent')
  expect(calls.map(({ call }) => call)).toEqual(['GET users/current', 'POST users/send-activation-email'])
})

test('a confirmed address gets no further mail; only a warning is logged', {
  tags: ['SPEC-4-EMAIL-CONFIRMED-IN-SETTINGS'],
}, async () => {
  const { shop, calls, logged } = createTestShop(
    { 'GET users/current': { ...user, emailConfirmed: true } },
    { token },
  )
  const warn = vi.spyOn(shop.logger, 'warn')
  const { location } = outcomeOf(await sendConfirmationMail({ shop, texts: {} }))
  expect(location).toBe('/settings?notice=emailAlreadyConfirmed')
  expect(calls).toHaveLength(1)
  expect(logged).toEqual(['Email is already confirmed'])
  expect(warn).toHaveBeenCalledExactlyOnceWith('Email is already confirmed')
})

test.each([
  ['the main API’s code', problem('email_already_confirmed')],
  ['a bare 500', bare500],
])(
  '%s to a request for a mail says that the e-mail is confirmed',
  { tags: ['SPEC-4-EMAIL-LETTER', 'SPEC-8-LETTER-500'] },
  async (_, response) => {
    const answers = { 'GET users/current': user, 'POST users/send-activation-email': response }
    const { shop } = createTestShop(answers, { token })
    const { failure } = outcomeOf(await sendConfirmationMail({ shop, texts: {} }))
    expect(failure?.title.key).toBe('messages:emailIsAlreadyConfirmed')
  },
)

test('a code confirms the address, however its digits are grouped', {
  tags: ['SPEC-4-EMAIL-CODE-SETTINGS'],
}, async () => {
  const { shop, calls } = createTestShop({ 'POST users/activate': null }, { token })
  const { location } = outcomeOf(await confirmEmailInSettings({ shop, texts: { code: '123 456' } }))
  expect(location).toBe('/settings?notice=emailConfirmed')
  expect(calls[0]?.body).toEqual({ token: '123456' })
})

test.each([
  ['the main API’s code', problem('confirmation_token_not_found')],
  ['a bare 500', bare500],
])(
  '%s to a code says that the token is not found',
  { tags: ['SPEC-4-EMAIL-CODE-FAILED', 'SPEC-8-CODE-500'] },
  async (_, response) => {
    const { shop } = createTestShop({ 'POST users/activate': response }, { token })
    const { failure } = outcomeOf(await confirmEmailInSettings({ shop, texts: { code: '123456' } }))
    expect(failure?.title.key).toBe('messages:emailConfirmationTokenNotFound')
    expect(failure?.values).toEqual({})
  },
)

test('a genuine fault of the main API is not mistaken for a wrong code', async () => {
  const { shop } = createTestShop({ 'POST users/activate': problem('internal_error') }, { token })
  const { failure } = outcomeOf(await confirmEmailInSettings({ shop, texts: { code: '123456' } }))
  expect(failure?.title.key).toBe('messages:errorOccurred')
})

test('a wrong password erases nothing and keeps the customer logged in', async () => {
  const { shop } = createTestShop(
    { 'GET users/current': user, 'DELETE users/current': problem('wrong_password') },
    { token },
  )
  const { failure } = outcomeOf(await eraseAccount({ shop, texts: { password: 'wrong' } }))
  expect(failure?.fields).toEqual({ password: { key: 'forms.wrong.currentPassword' } })
  expect(shop.cookies.get('authToken')).toBe('Bearer token')
})
