import { patientToWire, wirePatientSchema } from '@shop/contract/patients'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { QUOTAS } from '../limits.ts'
import { apiOfFile } from '../testing/api-of-file.ts'
import type { TestUser } from '../testing/test-api.ts'

const shop = apiOfFile('2026-03-02T21:30:00Z')

const payload = (overrides: Partial<Parameters<typeof patientToWire>[0]> = {}) =>
  patientToWire({
    firstName: 'Anna',
    lastName: 'Kowalska',
    gender: 'FEMALE',
    dateOfBirth: '1990-04-12',
    ...overrides,
  })

/** Payloads that differ in their names. */
const nth = (index: number) => payload({ firstName: `Ann${'a'.repeat(index)}` })

async function create({ token }: TestUser, body: unknown, path = '/patient/?userAsPatient=false') {
  const answer = await shop.api.request('POST', path, { token, body })
  return { status: answer.status, body: await answer.json() }
}

const pathsOf = (body: unknown) => (body as { errors: { path: string }[] }).errors.map(({ path }) => path)

test('a patient is created, listed, changed and removed', {
  tags: ['SPEC-3-PATIENT-SERVER', 'SPEC-7-PATIENT-LIST', 'SPEC-7-PATIENT-CREATE', 'SPEC-7-PATIENT-UPDATE'],
}, async () => {
  const user = await shop.api.registerUser()
  const { status, body } = await create(user, payload())
  expect(status).toBe(201)
  const patient = wirePatientSchema.parse(body)
  expect(patient.personalDetails).toEqual({
    firstName: 'Anna',
    lastName: 'Kowalska',
    gender: 'F',
    dateOfBirth: '1990-04-12',
  })
  const second = await shop.api.createPatient(user, { firstName: 'Jan', gender: 'MALE' })
  expect(wirePatientSchema.array().parse(await user.client.patients())).toEqual([patient, second])

  const edited = await user.client.editPatient(
    patient.id,
    payload({ firstName: 'Ганна', lastName: 'Кавальская' }),
  )
  expect(edited.personalDetails).toMatchObject({ firstName: 'Ганна', lastName: 'Кавальская' })
  expect((await user.client.patients())[0]).toEqual(edited)

  await user.client.deletePatient(patient.id)
  expect(await user.client.patients()).toEqual([second])
  await expect(user.client.deletePatient(patient.id)).rejects.toMatchObject({ status: 404 })
})

test('a person who is added twice, also at the same time, is added once', async () => {
  const user = await shop.api.registerUser()
  const answers = await Promise.all([create(user, payload()), create(user, payload())])
  const again = await create(user, payload())
  expect(answers[0]).toEqual({ status: 201, body: answers[1].body })
  expect(again).toEqual(answers[0])
  const twin = await create(user, payload({ firstName: 'Ewa' }))
  expect(await user.client.patients()).toHaveLength(2)
  expect(twin.body).not.toEqual(again.body)
})

test('a new account has no patients', async () => {
  const user = await shop.api.registerUser()
  expect(await user.client.patients()).toEqual([])
})

test('the flag userAsPatient and the missing slash change nothing', async () => {
  const user = await shop.api.registerUser()
  const paths = ['/patient', '/patient/', '/patient?userAsPatient=true', '/patient/?userAsPatient=true']
  for (const [index, path] of paths.entries()) {
    expect([path, (await create(user, nth(index), path)).status]).toEqual([path, 201])
  }
  expect(await user.client.patients()).toHaveLength(4)
})

test('names have one to eighty letters of any script', async () => {
  const user = await shop.api.registerUser()
  for (const firstName of ['Э', 'Ĳsbrand', '李', "D'Arcy", 'Аль-Хасан', 'a'.repeat(80)]) {
    expect([firstName, (await create(user, payload({ firstName }))).status]).toEqual([firstName, 201])
  }
  for (const firstName of ['', '   ', '7', 'a'.repeat(81), '<b>', 'Anna\nEva']) {
    const { status, body } = await create(user, payload({ firstName }))
    expect([firstName, status]).toEqual([firstName, 422])
    expect(new Set(pathsOf(body))).toEqual(new Set(['personalDetails.firstName']))
  }
})

test('a date of birth is between 1900 and today in Minsk', async () => {
  const user = await shop.api.registerUser()
  for (const dateOfBirth of ['1900-01-01', '2026-03-03']) {
    expect([dateOfBirth, (await create(user, payload({ dateOfBirth }))).status]).toEqual([dateOfBirth, 201])
  }
  for (const dateOfBirth of ['1899-12-31', '2026-03-04', '2025-02-29', '12.04.1990', '']) {
    const { status, body } = await create(user, payload({ dateOfBirth }))
    expect([dateOfBirth, status]).toEqual([dateOfBirth, 422])
    expect(new Set(pathsOf(body))).toEqual(new Set(['personalDetails.dateOfBirth']))
  }
})

test("a stranger can neither see, change nor remove another account's patient", async () => {
  const user = await shop.api.registerUser()
  const stranger = await shop.api.registerUser()
  const patient = await shop.api.createPatient(user)
  await expect(stranger.client.editPatient(patient.id, payload({ firstName: 'Eva' }))).rejects.toMatchObject({
    status: 404,
  })
  await expect(stranger.client.deletePatient(patient.id)).rejects.toMatchObject({ status: 404 })
  expect(await stranger.client.patients()).toEqual([])
  expect(await user.client.patients()).toEqual([patient])
})

test('reading and changing patients is recorded, a refused try is not', async () => {
  const user = await shop.api.registerUser()
  const stranger = await shop.api.registerUser()
  const { id } = await shop.api.createPatient(user)
  await user.client.patients()
  await user.client.editPatient(id, payload())
  await stranger.client.deletePatient(id).catch(() => {})
  await user.client.deletePatient(id)
  const entries = await shop.database.queries
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.kind, 'patient'))
    .orderBy(auditEntries.at)
  const ofBoth = entries.filter(({ userId }) => userId === user.user.id || userId === stranger.user.id)
  expect(ofBoth.map(({ userId, action, objectId }) => [userId, action, objectId])).toEqual([
    [user.user.id, 'create', id],
    [user.user.id, 'read', null],
    [user.user.id, 'update', id],
    [user.user.id, 'delete', id],
  ])
})

test('patients are read with two statements, the audit entry included', async () => {
  const user = await shop.api.registerUser()
  expect(await shop.database.statementsOf(() => user.client.patients())).toHaveLength(2)
})

test('an account has at most fifty patients, even when many are added concurrently', {
  tags: ['ASVS-2.4.1'],
}, async () => {
  const user = await shop.api.registerUser()
  for (let count = 1; count < QUOTAS.patients; count++) await create(user, nth(count))
  const answers = await Promise.all(
    ['Ewa', 'Iga', 'Zoe'].map((firstName) => create(user, payload({ firstName }))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'too_many_patients' })
  const [patient] = await user.client.patients()
  await user.client.deletePatient(patient!.id)
  expect((await create(user, payload({ firstName: 'Lea' }))).status).toBe(201)
})
