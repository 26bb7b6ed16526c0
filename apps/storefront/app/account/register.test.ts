import { expect, test } from 'vitest'
import { createTestShop, formOf, outcomeOf, problem, sent } from '../testing/test-shop.ts'
import { register } from './register.server.ts'

const documents = [
  { slug: 'public-offer', title: 'Offer', version: '1.0', date: '2026-01-01', requiresAcceptance: true },
  { slug: 'cookie-rules', title: 'Cookies', version: '1.0', date: '2026-01-01', requiresAcceptance: false },
]
const fields = {
  firstName: 'Анна-Мария',
  lastName: "O'Neill",
  email: 'anna@example.com',
  password: 'correct horse battery',
  phone: '',
  acceptedDocuments: ['public-offer@1.0'],
}
const user = { locale: 'en', documentsToAccept: [] }

function shopThat(answer: unknown, token?: string) {
  return createTestShop({ 'GET documents': documents, 'POST register': answer }, token ? { token } : {})
}

test('a registration sends the accepted versions, logs in and continues the flow', {
  tags: ['SPEC-2-FLOW-ADDABLE', 'SPEC-3-TOKEN-REGISTER', 'SPEC-3-STORAGE-TOKEN', 'SPEC-4-AUTH-REGISTER'],
}, async () => {
  const { shop, calls } = shopThat({ accessToken: 'fresh', user })
  const form = formOf({ ...fields, pathnameToReturn: '/add-to-cart/profile/3', addableFlowPage: '1' })
  expect(outcomeOf(await register({ shop, ...sent(form) })).location).toBe(
    '/add-to-cart/profile/3?authMode=LOGIN',
  )
  expect(shop.cookies.get('authToken')).toBe('Bearer fresh')
  expect(calls.find(({ call }) => call === 'POST register')?.body).toEqual({
    firstName: 'Анна-Мария',
    lastName: "O'Neill",
    email: 'anna@example.com',
    password: 'correct horse battery',
    phone: null,
    locale: 'en',
    acceptedDocuments: [{ slug: 'public-offer', version: '1.0' }],
  })
})

test.each([
  ['the main API’s code', problem('user_exists')],
  ['a bare 400', new Response(null, { status: 400 })],
])(
  '%s says Duplicating fields found, and at the e-mail Such user exists',
  { tags: ['SPEC-5-REGISTER-400', 'SPEC-8-REGISTER-400', 'SPEC-8-REGISTER-ANY'] },
  async (_, response) => {
    const { shop } = shopThat(response)
    const { failure, status } = outcomeOf(await register({ shop, ...sent(formOf(fields)) }))
    expect(status).toBe(400)
    expect(failure?.title.key).toBe('messages:duplicatingFieldsFound')
    expect(failure?.fields).toEqual({ email: { key: 'messages:suchUserExists' } })
    expect(failure?.values.password).toBeUndefined()
    expect(failure?.values.firstName).toBe('Анна-Мария')
  },
)

test('fields that the main API refuses are named in the order of the form', async () => {
  const errors = [
    { path: 'password', message: 'too common' },
    { path: 'firstName', message: 'letters expected' },
  ]
  const { shop } = shopThat(problem('invalid_fields', { errors }))
  const { failure } = outcomeOf(await register({ shop, ...sent(formOf(fields)) }))
  expect(failure?.title.key).toBe('messages:duplicatingFieldsFound')
  expect(Object.entries(failure?.fields ?? {})).toEqual([
    ['firstName', { key: 'forms.wrong.firstName' }],
    ['password', { key: 'forms.passwordCommon' }],
  ])
})

test('a document that is not ticked is asked for, and nothing is sent', async () => {
  const { shop, calls } = shopThat({ accessToken: 'fresh', user })
  const { acceptedDocuments: _, ...unticked } = fields
  const { failure } = outcomeOf(await register({ shop, ...sent(formOf(unticked)) }))
  expect(failure?.title.key).toBe('forms.checkFields')
  expect(failure?.fields.acceptedDocuments?.key).toBe('forms.required.acceptedDocuments')
  expect(calls.map(({ call }) => call)).toEqual(['GET documents'])
})

test('an older version of a document is not enough', async () => {
  const { shop } = shopThat({ accessToken: 'fresh', user })
  const form = formOf({ ...fields, acceptedDocuments: ['public-offer@0.9'] })
  expect(outcomeOf(await register({ shop, ...sent(form) })).failure?.fields).toHaveProperty(
    'acceptedDocuments',
  )
})

test('too many registrations are refused with the time to wait, under the same title', {
  tags: ['SPEC-8-REGISTER-ANY'],
}, async () => {
  const { shop } = shopThat(problem('too_many_requests', {}, { 'Retry-After': '30' }))
  const { failure } = outcomeOf(await register({ shop, ...sent(formOf(fields)) }))
  expect(failure?.title.key).toBe('messages:duplicatingFieldsFound')
  expect(failure?.reasons).toEqual([{ key: 'forms.tooManyTriesSeconds', count: 30 }])
})

test('the token is cleared first', { tags: ['SPEC-7-REGISTER-CLEARS-TOKEN'] }, async () => {
  const { shop, calls } = shopThat(problem('user_exists'), 'old')
  await register({ shop, ...sent(formOf(fields)) })
  expect(shop.cookies.get('authToken')).toBeUndefined()
  expect(calls.find(({ call }) => call === 'POST register')?.authorization).toBeNull()
})

test('on the way to a test the account’s owner becomes its first patient, and is chosen on the return', async () => {
  const { shop, calls } = createTestShop({
    'GET documents': documents,
    'POST register': { accessToken: 'fresh', user },
    'POST patient/?userAsPatient=true': { id: 'p1' },
  })
  const asPatient = { isPatient: 'on', gender: 'FEMALE', dateOfBirth: '1988-04-12' }
  const form = formOf({ ...fields, ...asPatient, pathnameToReturn: '/add-to-cart/analysis/3' })
  expect(outcomeOf(await register({ shop, ...sent(form) })).location).toBe(
    '/add-to-cart/analysis/3?addedPatientId=p1&authMode=LOGIN',
  )
  const personalDetails = { firstName: 'Анна-Мария', gender: 'F', dateOfBirth: '1988-04-12' }
  expect(calls.find(({ call }) => call === 'POST register')?.body).toMatchObject({
    ...personalDetails,
    email: 'anna@example.com',
  })
  expect(calls.find(({ call }) => call.startsWith('POST patient'))?.body).toMatchObject({ personalDetails })
})

test('registering and adding someone else leads to the form of a patient, then back to the choice', async () => {
  const { shop } = createTestShop({
    'GET documents': documents,
    'POST register': { accessToken: 'fresh', user },
    'POST patient/?userAsPatient=true': { id: 'p1' },
  })
  const asPatient = { isPatient: 'on', gender: 'FEMALE', dateOfBirth: '1988-04-12' }
  const origin = { pathnameToReturn: '/add-to-cart/analysis/3', intent: 'registerAndAdd' }
  const { location } = outcomeOf(
    await register({ shop, ...sent(formOf({ ...fields, ...asPatient, ...origin })) }),
  )
  const { pathname, searchParams } = new URL(location!, 'http://shop.invalid')
  expect(pathname).toBe('/patients/create')
  expect(searchParams.get('pathnameToReturn')).toBe(
    '/add-to-cart/analysis/3?addedPatientId=p1&authMode=LOGIN',
  )
})

test.each(['//evil.example', 'https://evil.example/', '/nowhere'])(
  'adding someone else leads home afterwards, not to %s',
  async (pathnameToReturn) => {
    const { shop } = shopThat({ accessToken: 'fresh', user })
    const form = formOf({ ...fields, pathnameToReturn, intent: 'registerAndAdd' })
    expect(outcomeOf(await register({ shop, ...sent(form) })).location).toBe(
      '/patients/create?pathnameToReturn=%2F&other=1',
    )
  },
)

test('an owner who is a patient must give date of birth and sex before the account is created', async () => {
  const { shop, calls } = shopThat({ accessToken: 'fresh', user })
  const { failure } = outcomeOf(await register({ shop, ...sent(formOf({ ...fields, isPatient: 'on' })) }))
  expect(Object.keys(failure!.fields).sort()).toEqual(['dateOfBirth', 'gender'])
  expect(failure?.values).toMatchObject({ firstName: 'Анна-Мария', isPatient: 'on' })
  expect(calls.map(({ call }) => call)).not.toContain('POST register')
})

test('a first patient who cannot be saved does not undo the registration', async () => {
  const { shop } = createTestShop({
    'GET documents': documents,
    'POST register': { accessToken: 'fresh', user },
    'GET patient': new Response(null, { status: 500 }),
  })
  const asPatient = { isPatient: 'on', gender: 'FEMALE', dateOfBirth: '1988-04-12' }
  const form = formOf({ ...fields, ...asPatient, pathnameToReturn: '/add-to-cart/analysis/3' })
  expect(outcomeOf(await register({ shop, ...sent(form) })).location).toBe(
    '/add-to-cart/analysis/3?authMode=LOGIN',
  )
  expect(shop.cookies.get('authToken')).toBe('Bearer fresh')
})
