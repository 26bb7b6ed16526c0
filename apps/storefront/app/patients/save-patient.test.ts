import { expect, test } from 'vitest'
import { createTestShop, formOf, outcomeOf, problem, sent } from '../testing/test-shop.ts'
import { deletePatient } from './edit-patient.server.ts'
import { loadNewPatient, pathAfterPatient } from './load-patient-form.server.ts'
import { savePatient } from './save-patient.server.ts'

const token = 'token'
const ID = '0199d3c4-7f2a-7000-8000-000000000007'
const fields = { firstName: 'Анна', lastName: 'Ковалёва', gender: 'FEMALE', dateOfBirth: '1992-03-14' }
const create = 'POST patient/?userAsPatient=false'
const saved = { id: 'p', personalDetails: fields }
const input = { patientId: null, returnPath: '/patients' }

test('a patient is created with the payload of the specification', {
  tags: ['SPEC-3-PATIENT-PAYLOAD-ADDRESS', 'SPEC-3-PATIENT-PAYLOAD-DETAILS', 'SPEC-3-PATIENT-FORM-MODE'],
}, async () => {
  const { shop, calls } = createTestShop({ [create]: saved }, { token })
  expect(outcomeOf(await savePatient({ shop, ...sent(formOf(fields)), ...input })).location).toBe('/patients')
  const empty = {
    country: '',
    region: '',
    locality: '',
    district: '',
    street: '',
    houseNumber: '',
    entranceNumber: '',
    floorNumber: '',
    apartmentNumber: '',
    addressNotes: '',
  }
  expect(calls.at(-1)?.body).toEqual({
    address: empty,
    personalDetails: { ...fields, gender: 'F', email: null, phone: null },
  })
})

test('a patient with an id is edited', { tags: ['SPEC-3-PATIENT-FORM-MODE'] }, async () => {
  const { shop, calls } = createTestShop({ [`PUT patient/${ID}`]: saved }, { token })
  await savePatient({ shop, ...sent(formOf({ ...fields, gender: 'MALE' })), ...input, patientId: ID })
  expect(calls[0]?.body).toMatchObject({ personalDetails: { gender: 'M' } })
})

test('fields at fault are named and nothing is sent', async () => {
  const { shop, calls } = createTestShop({}, { token })
  const form = formOf({ firstName: '', lastName: '4', dateOfBirth: '1899-12-31' })
  const { failure } = outcomeOf(await savePatient({ shop, ...sent(form), ...input }))
  expect(failure?.fields).toEqual({
    firstName: { key: 'forms.required.firstName' },
    lastName: { key: 'forms.wrong.lastName' },
    dateOfBirth: { key: 'forms.wrong.dateOfBirth' },
    gender: { key: 'forms.required.gender' },
  })
  // In the order of the page, although an unmade choice is not sent: the first field at fault takes the focus.
  expect(Object.keys(failure?.fields ?? {})).toEqual(['firstName', 'lastName', 'gender', 'dateOfBirth'])
  expect(calls).toEqual([])
})

test('a date of birth that the main API refuses is named at its field', async () => {
  const errors = [
    { path: 'personalDetails.dateOfBirth', message: 'not in the future', code: 'date_in_future' },
  ]
  const { shop } = createTestShop({ [create]: problem('invalid_fields', { errors }) }, { token })
  const { failure } = outcomeOf(await savePatient({ shop, ...sent(formOf(fields)), ...input }))
  expect(failure?.fields).toEqual({ dateOfBirth: { key: 'forms.wrong.dateOfBirth' } })
  expect(failure?.values.firstName).toBe('Анна')
})

test('a failed save is an error without a redirect', {
  tags: ['SPEC-4-PATIENT-SAVE-FAILED', 'SPEC-8-PATIENT-SAVE'],
}, async () => {
  const { shop } = createTestShop({ [create]: new Response(null, { status: 500 }) }, { token })
  const { failure, location } = outcomeOf(await savePatient({ shop, ...sent(formOf(fields)), ...input }))
  expect(location).toBeUndefined()
  expect(failure?.title.key).toBe('messages:errorOccurred')
})

test('another account’s patient is not found', async () => {
  const { shop } = createTestShop({ [`PUT patient/${ID}`]: problem('not_found') }, { token })
  const saving = savePatient({ shop, ...sent(formOf(fields)), ...input, patientId: ID })
  await expect(saving).rejects.toMatchObject({ status: 404 })
})

test('a patient of an open order is not deleted', async () => {
  const { shop } = createTestShop({ [`DELETE patient/${ID}`]: problem('patient_in_open_order') }, { token })
  const { failure } = outcomeOf(await deletePatient({ shop, patientId: ID }))
  expect(failure?.reasons).toEqual([{ key: 'patients.inOpenOrder' }])
})

test('a patient who was deleted by the first of two clicks, or in another tab, is deleted', async () => {
  const { shop } = createTestShop({ [`DELETE patient/${ID}`]: problem('not_found') }, { token })
  const { location } = outcomeOf(await deletePatient({ shop, patientId: ID }))
  expect(location).toBe('/patients?notice=patientDeleted')
})

test.each([
  ['', '/patients'],
  ['?pathnameToReturn=/add-to-cart/analysis/12', '/add-to-cart/analysis/12'],
  ['?pathnameToReturn=//evil.example', '/patients'],
  ['?backPathKey=cart', '/order/cart'],
])(
  'a patient saved at the address %s leads to %s',
  { tags: ['SPEC-2-FLOW-PATIENT-RETURN', 'SPEC-2-FLOW-PATIENT-LIST'] },
  (query, path) => {
    expect(pathAfterPatient('createPatient', new URL(`http://shop.test/patients/create${query}`))).toBe(path)
  },
)

test('adding one after another shows the form again, and leads back with everyone added chosen', async () => {
  const { shop } = createTestShop({ [create]: { id: 'p2' } }, { token })
  const form = formOf({ ...fields, intent: 'savePatientAndMore' })
  const returnPath = '/add-to-cart/analysis/12?addedPatientId=p1'
  const { location } = outcomeOf(await savePatient({ shop, ...sent(form), ...input, returnPath }))
  const next = new URL(location!, 'http://shop.test')
  expect(next.pathname).toBe('/patients/create')
  expect(next.searchParams.get('pathnameToReturn')).toBe(`${returnPath}&addedPatientId=p2`)
})

test.each([
  ['Шевченко', 'Шевченко'],
  ['Nowak', 'Nowak'],
  ['Ковалёва', undefined],
  ['Ковалёв', undefined],
  ['Kowalska', undefined],
  ['Kowalski', undefined],
])('after %s the last name proposed for the next patient of the family is %s', async (lastName, proposed) => {
  const personalDetails = { firstName: 'Анна', lastName, gender: 'F', dateOfBirth: '1988-04-12' }
  const { shop } = createTestShop({ 'GET patient': [{ id: ID, personalDetails }] }, { token })
  const { initial, added } = await loadNewPatient(
    shop,
    `/add-to-cart/analysis/12?addedPatientId=${ID}`,
    new URLSearchParams(),
  )
  expect(initial.lastName).toBe(proposed)
  expect(added).toEqual(['Анна'])
})

test('if the account’s owner is not a patient, the owner’s first name is not proposed', async () => {
  const owner = {
    id: 'u1',
    email: 'a@example.com',
    firstName: 'Anna',
    lastName: 'Nowak',
    emailConfirmed: true,
  }
  const { shop } = createTestShop({ 'GET patient': [], 'GET users/current': owner }, { token })
  const asked = (query: string) => loadNewPatient(shop, '/patients', new URLSearchParams(query))
  expect((await asked('')).initial.firstName).toBe('Anna')
  expect((await asked('other=1')).initial).toEqual({ dateOfBirth: '2000-01-01', lastName: 'Nowak' })
})

test('the proposed date of birth is queried once', async () => {
  const { shop, calls } = createTestShop({ [create]: saved }, { token })
  const untouched = { ...fields, dateOfBirth: '2000-01-01' }
  const { failure } = outcomeOf(await savePatient({ shop, ...sent(formOf(untouched)), ...input }))
  expect(failure?.fields).toEqual({ dateOfBirth: { key: 'patients.isBirthRight' } })
  expect(calls).toEqual([])
  const again = sent(formOf({ ...untouched, birthAsked: '1' }))
  expect(outcomeOf(await savePatient({ shop, ...again, ...input })).location).toBe('/patients')
})
