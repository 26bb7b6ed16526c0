import { currentUserSchema, registeredSchema } from '@shop/contract/accounts'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, createTestApi, linkTokenOf, TEST_PASSWORD, type TestApi } from '../testing/test-api.ts'

let database: TestDatabase
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase()
  api = await createTestApi({ database })
})
afterAll(async () => {
  await api.close()
  await database.close()
})

test('a registered person is signed in and confirms the address with the mailed code', async () => {
  const { user, token } = await api.registerUser({ firstName: 'Мария', locale: 'ru' })
  expect(user).toMatchObject({
    firstName: 'Мария',
    emailConfirmed: false,
    documentsToAccept: [],
    locale: 'ru',
  })
  const mail = await api.mailServer.take({ to: user.email })
  expect(mail.subject).toBe('Подтвердите адрес электронной почты')
  const answer = await api.request('POST', 'users/activate', { token, body: { token: codeOf(mail) } })
  expect(answer.status).toBe(204)
  const current = await api.request('GET', 'users/current', { token })
  expect(currentUserSchema.parse(await current.json())).toMatchObject({ emailConfirmed: true })
})

test('the mailed link confirms without being signed in, once', async () => {
  const { user, client } = await api.registerUser()
  const token = linkTokenOf(await api.mailServer.take({ to: user.email }))
  await api.client().activate(token)
  expect((await client.currentUser()).emailConfirmed).toBe(true)
  await expect(api.client().activate(token)).rejects.toMatchObject({ code: 'confirmation_token_not_found' })
})

test('the answer is of the contract', async () => {
  const documents = await api.client().documents()
  const answer = await api.request('POST', 'register', {
    body: {
      email: 'Contract@Mail.Example',
      password: TEST_PASSWORD,
      firstName: 'Anna',
      lastName: 'Kowalska',
      acceptedDocuments: documents.filter((document) => document.requiresAcceptance),
    },
  })
  expect(answer.status).toBe(201)
  expect(registeredSchema.parse(await answer.json()).user.email).toBe('contract@mail.example')
})
