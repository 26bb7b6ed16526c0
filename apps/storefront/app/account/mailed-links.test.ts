import { expect, test } from 'vitest'
import { createTestShop, formOf, outcomeOf, problem, sent } from '../testing/test-shop.ts'
import { confirmEmail } from './confirm-email.server.ts'
import { requestPasswordReset, resetPassword } from './reset-password.server.ts'

const notOrdering = async () => false
const form = formOf({ token: 'mailed', newPassword: 'correct horse battery' })

test('the mailed link confirms an e-mail address without a login too', async () => {
  const { shop, calls } = createTestShop({ 'POST users/activate': null })
  expect(outcomeOf(await confirmEmail({ shop, ...sent(form) }, notOrdering)).location).toBe(
    '/confirm-email?confirmed=1',
  )
  expect(calls).toEqual([{ call: 'POST users/activate', body: { token: 'mailed' }, authorization: null }])
})

test.each([
  ['a spent link', problem('confirmation_token_not_found')],
  ['a bare 500', new Response(null, { status: 500 })],
  ['six digits from a guest', problem('unauthorized')],
])('%s says that the token is not found', async (_, response) => {
  const { shop } = createTestShop({ 'POST users/activate': response })
  const { failure } = outcomeOf(await confirmEmail({ shop, ...sent(form) }, notOrdering))
  expect(failure?.title.key).toBe('messages:emailConfirmationTokenNotFound')
})

const opened = formOf({ token: 'mailed', intent: 'opened' })

test('a mailed link confirms the logged-in account’s own address without a click, and continues an order', async () => {
  const { shop, calls } = createTestShop(
    { 'POST users/activate': null, 'GET users/current': { emailConfirmed: true, pendingEmail: null } },
    { token: 'token' },
  )
  const { location } = outcomeOf(await confirmEmail({ shop, ...sent(opened) }, async () => true))
  expect(location).toBe('/order/data-confirmed')
  expect(calls[0]).toMatchObject({ call: 'POST users/activate', body: { token: 'mailed', onlyOwn: true } })
})

test('another account’s link waits for a click, without an error message', async () => {
  const { shop } = createTestShop(
    { 'POST users/activate': problem('confirmation_token_not_found') },
    { token: 'token' },
  )
  expect(await confirmEmail({ shop, ...sent(opened) }, notOrdering)).toBeNull()
})

test('a request for a new password leads to the same page whether or not the account exists', async () => {
  const { shop } = createTestShop({ 'POST users/password': new Response(null, { status: 200 }) })
  const texts = { email: 'anna@example.com', pathnameToReturn: '/order/cart' }
  const { location } = outcomeOf(await requestPasswordReset({ shop, texts }))
  expect(location).toBe('/login?state=resetPasswordSuccess&pathnameToReturn=%2Forder%2Fcart')
})

test('an invalid e-mail address is named', async () => {
  const { shop } = createTestShop({})
  const { failure } = outcomeOf(await requestPasswordReset({ shop, texts: { email: 'anna' } }))
  expect(failure?.fields).toEqual({ email: { key: 'forms.wrong.email' } })
})

test('a new password also logs this browser out', async () => {
  const { shop } = createTestShop({ 'POST users/password/reset': null }, { token: 'old' })
  expect(outcomeOf(await resetPassword({ shop, ...sent(form) })).location).toBe('/login?passwordChanged=1')
  expect(shop.cookies.get('authToken')).toBeUndefined()
})

test('a spent link for a new password says so', async () => {
  const { shop } = createTestShop({ 'POST users/password/reset': problem('reset_token_not_found') })
  const { failure, status } = outcomeOf(await resetPassword({ shop, ...sent(form) }))
  expect(status).toBe(404)
  expect(failure?.problem).toBe('reset_token_not_found')
})

test('a common password is refused at its field', async () => {
  const errors = [{ path: 'newPassword', message: 'too common', code: 'password_too_common' }]
  const { shop } = createTestShop({ 'POST users/password/reset': problem('invalid_fields', { errors }) })
  const { failure } = outcomeOf(await resetPassword({ shop, ...sent(form) }))
  expect(failure?.fields).toEqual({ newPassword: { key: 'forms.passwordCommon' } })
  expect(failure?.values).toEqual({})
})
