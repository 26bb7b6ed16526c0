import { ownServerProof } from '@shop/server/own-server'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { apiOfFile } from '../testing/api-of-file.ts'
import { TEST_PASSWORD } from '../testing/test-api.ts'
import { acceptedDocuments } from './tables.ts'

const shop = apiOfFile()

test('the export is one JSON file of everything held, without the password hash', {
  tags: ['ASVS-15.3.1'],
}, async () => {
  const user = await shop.api.registerUser({ phone: '+375 29 123-45-67' })
  const patient = await shop.api.createPatient(user, { firstName: 'Jan' })
  await user.client.sendSupportMessage({ name: 'Anna', email: 'anna@mail.example', message: 'A question' })
  const answer = await user.client.exportAccount()
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="my-data.json"')
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  const text = await answer.text()
  const data = JSON.parse(text)
  expect(Object.keys(data)).toEqual(
    expect.arrayContaining([
      'account',
      'sessions',
      'acceptedDocuments',
      'audit',
      'orders',
      'patients',
      'supportMessages',
    ]),
  )
  expect(data.account).toMatchObject({ email: user.user.email, phone: '+375 29 123-45-67' })
  expect(data.sessions).toHaveLength(1)
  expect(data.acceptedDocuments).toHaveLength(2)
  expect(data.patients).toMatchObject([{ id: patient.id, firstName: 'Jan' }])
  expect(data.supportMessages).toMatchObject([{ message: 'A question' }])
  expect(data.audit).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'create', kind: 'patient', objectId: patient.id }),
      expect.objectContaining({ action: 'read', kind: 'export' }),
    ]),
  )
  expect(text).not.toMatch(/argon2|passwordHash|tokenHash/)
})

test('an account gets ten exports an hour, no more', { tags: ['ASVS-2.4.1'] }, async () => {
  const { client } = await shop.api.registerUser()
  for (let round = 0; round < 10; round++) await client.exportAccount()
  await expect(client.exportAccount()).rejects.toMatchObject({ status: 429 })
  const other = await shop.api.registerUser()
  expect((await other.client.exportAccount()).status).toBe(200)
})

test("the export contains nothing of other people's", async () => {
  const other = await shop.api.registerUser()
  await shop.api.createPatient(other, { firstName: 'Somebodyelse' })
  const user = await shop.api.registerUser()
  const text = await (await user.client.exportAccount()).text()
  expect(text).not.toMatch(new RegExp(`Somebodyelse|${other.user.id}|${other.user.email}`))
})

test('erasing needs the password', async () => {
  const user = await shop.api.registerUser()
  await expect(user.client.eraseAccount({ password: 'guess' })).rejects.toMatchObject({
    status: 422,
    code: 'wrong_password',
    errors: [{ path: 'password' }],
  })
  expect((await user.client.currentUser()).id).toBe(user.user.id)
})

test('an erased account is gone, and its address is free', { tags: ['ASVS-7.4.2'] }, async () => {
  const user = await shop.api.registerUser()
  await shop.api.createPatient(user)
  await user.client.sendSupportMessage({ name: 'Anna', email: user.user.email, message: 'A question' })
  await user.client.eraseAccount({ password: TEST_PASSWORD })
  await expect(user.client.currentUser()).rejects.toMatchObject({ status: 401 })
  await expect(
    shop.api.client().login({ username: user.user.email, password: TEST_PASSWORD }),
  ).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect((await shop.api.registerUser({ email: user.user.email })).user.id).not.toBe(user.user.id)
})

test('after an erasure no row of any table reveals who it was', async () => {
  const user = await shop.api.registerUser({ firstName: 'Unmistakable', lastName: 'Person' })
  await shop.api.createPatient(user, { firstName: 'Unmistakable' })
  await user.client.sendSupportMessage({ name: 'Unmistakable', email: user.user.email, message: 'Hello' })
  await user.client.eraseAccount({ password: TEST_PASSWORD })
  const { rows } = await shop.database.queries.execute<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'laboratory'",
  )
  expect(rows.length).toBeGreaterThan(20)
  for (const { table_name: table } of rows) {
    const content = await shop.database.queries.execute(
      `select * from laboratory."${table}" as t where t::text like '%Unmistakable%' or t::text like '%${user.user.email}%'`,
    )
    expect([table, content.rows]).toEqual([table, []])
  }
})

test('accepted documents and access to health data stay on record under the bare id', async () => {
  const user = await shop.api.registerUser()
  const { id } = await shop.api.createPatient(user)
  await user.client.eraseAccount({ password: TEST_PASSWORD })
  const accepted = await shop.database.queries
    .select()
    .from(acceptedDocuments)
    .where(eq(acceptedDocuments.userId, user.user.id))
  expect(accepted.map(({ address }) => address)).toEqual([null, null])
  const entries = await shop.database.queries
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.userId, user.user.id))
  expect(entries.map(({ action, kind, objectId }) => [action, kind, objectId])).toEqual([
    ['create', 'patient', id],
    ['delete', 'account', user.user.id],
  ])
})

test('a mail still queued when its account is erased is not sent', async () => {
  const user = await shop.api.registerUser()
  await shop.api.mailServer.take({ to: user.user.email })
  await shop.api.client().requestPasswordReset({ email: user.user.email })
  await user.client.eraseAccount({ password: TEST_PASSWORD })
  const next = await shop.api.registerUser()
  await shop.api.mailServer.take({ to: next.user.email })
  const late = shop.api.mailServer.mails.filter(
    ({ recipients, subject }) =>
      recipients.includes(user.user.email) && !subject?.endsWith('is your code to confirm your e-mail'),
  )
  // Either sent before the erasure, or not at all.
  expect(late.every(({ subject }) => subject === 'Choose a new password')).toBe(true)
})

test('only the shop’s server can ask which accounts were erased', async () => {
  const gone = await shop.api.registerUser()
  const here = await shop.api.registerUser()
  await gone.client.eraseAccount({ password: TEST_PASSWORD })
  const ask = (secret: string, body: unknown) =>
    shop.api.request('POST', 'users/erased', {
      body,
      headers: { 'X-Client-Address-Secret': secret && ownServerProof(secret) },
    })
  const { clientAddressSecret } = shop.api.context.settings
  const body = { userIds: [gone.user.id, here.user.id, crypto.randomUUID()] }
  expect(await (await ask(clientAddressSecret, body)).json()).toEqual({ userIds: [gone.user.id] })
  expect((await ask('guessed', body)).status).toBe(404)
  const restricted = (secret: string) =>
    shop.api.request('POST', 'users/restricted', {
      body: { userIds: [...body.userIds, 'nobody'] },
      headers: { 'X-Client-Address-Secret': secret && ownServerProof(secret) },
    })
  expect(await (await restricted(clientAddressSecret)).json()).toEqual({ userIds: [] })
  expect((await restricted('guessed')).status).toBe(404)
  expect((await ask(clientAddressSecret, { userIds: 'all' })).status).toBe(422)
})
