import { permissionsOfRole, STAFF_ROLES, type StaffRole } from '@shop/domain/staff'
import { expect, test } from 'vitest'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { analysisId, HOME_ADDRESS } from '../orders/testing/order-fixture.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { type JsonSchema, readOperations } from '../testing/operations.ts'

const house = laboratoryOfFile()

/** What each role sees of the people in an order, as in decision record 0189; a role not named finds no order. */
const SEEN = {
  names: ['reception', 'homeVisits', 'support', 'finance', 'laboratory', 'privacy'],
  birthAndSex: ['reception', 'homeVisits', 'support', 'laboratory', 'privacy'],
  contact: ['reception', 'homeVisits', 'support', 'finance', 'privacy'],
  door: ['reception', 'homeVisits', 'support'],
  money: ['reception', 'homeVisits', 'support', 'finance'],
  tests: ['reception', 'homeVisits', 'laboratory'],
  tubes: ['reception', 'homeVisits', 'laboratory'],
  reasonsOfLooks: ['reception', 'homeVisits', 'support', 'laboratory', 'privacy'],
} as const satisfies Record<string, readonly StaffRole[]>
type Seen = Record<keyof typeof SEEN, boolean>

const staff = async (role: StaffRole) => (await createStaff(house.shop.api, everywhere(role))).client

/** A home visit to a pregnant patient, with a labelled tube and tests that support has opened with a reason. */
async function visitedOrder() {
  const { shop } = house
  const customer = await shop.customer()
  const { id, number, token } = await shop.placeOrder(customer, {
    laboratoryId: 21,
    patients: [
      {
        patientId: customer.patientId,
        analysisIds: [analysisId(shop.api, '1002')],
        optionalMaterials: {},
        pregnant: true,
      },
    ],
    visit: {
      kind: 'homeCall',
      start: '2040-03-07T04:30:00Z',
      callableRegionId: 1,
      phone: '+375 29 111-22-33',
      address: HOME_ADDRESS,
    },
  })
  shop.bepaid.conclude(token, 'successful')
  await shop.notify(shop.bepaid.notification(token))
  await (await staff('support')).openOrderTests(id, { reason: 'Asks whether ferritin is among them.' })
  const nurse = await staff('homeVisits')
  const { patientId, containers } = (await nurse.deskOrder(id)).patients[0]!
  const tube = { patientId, containerId: containers![0]!.id, label: 'S-2040-000117' }
  await nurse.takeSamples(id, { version: 0, specimens: [tube] })
  return { id, number, customer }
}

/** Whether there is a value: neither null nor an empty list. */
const isGiven = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)

/** Whether the values are given; all of them must be, or none. */
function together(...values: unknown[]): boolean {
  const given = values.map(isGiven)
  expect(new Set(given).size, JSON.stringify(values)).toBe(1)
  return given[0]!
}

test('each role sees of the people in an order what its work needs, and nothing else', async () => {
  const { id, number, customer } = await visitedOrder()
  for (const role of STAFF_ROLES) {
    const client = await staff(role)
    if (!permissionsOfRole(role).includes('orders.read')) {
      await expect(client.deskOrder(id), role).rejects.toMatchObject({ status: 403 })
      await expect(client.searchOrders({ text: number }), role).rejects.toMatchObject({ status: 403 })
      continue
    }
    const { visit, contact, patients, total, payment, history } = await client.deskOrder(id)
    const [patient] = patients
    const [found] = await client.searchOrders({ text: number })
    const seen: Seen = {
      names: together(patient!.name, found!.patientNames),
      birthAndSex: together(patient!.dateOfBirth, patient!.gender),
      contact: together(contact?.email ?? null, contact?.phone ?? null),
      door: together(visit.address, visit.phone),
      money: together(total, payment, found!.total),
      tests: together(patient!.tests, patient!.containers, patient!.pregnant),
      tubes: isGiven(patient!.specimens),
      reasonsOfLooks: isGiven(history.find(({ kind }) => kind === 'testsOpened')!.text),
    }
    const meant = Object.entries(SEEN).map(([what, roles]) => [what, roles.some((one) => one === role)])
    expect(seen, role).toEqual(Object.fromEntries(meant))
  }
  // The patient's consent opens the test names to the role that asks for them, and to no other.
  await customer.client.answerTestsConsent(id, { isGranted: true })
  for (const role of ['support', 'finance'] as const) {
    const [patient] = (await (await staff(role)).deskOrder(id)).patients
    expect(together(patient!.tests, patient!.specimens), role).toBe(role === 'support')
  }
})

/** Fields of a reply that describe a person. */
const PERSONAL = [
  'patientNames',
  'gender',
  'dateOfBirth',
  'pregnant',
  'email',
  'phone',
  'addressNotes',
  'tests',
  'containers',
  'specimens',
  'answers',
  'interpretation',
]

test('only the intended replies of the desk describe people, and only to the roles that need them', async () => {
  const byOperation: Record<string, string> = {}
  for (const { operation, staffPermission, resolve } of await readOperations(house.shop.api)) {
    if (staffPermission === undefined || staffPermission === null) continue
    const schema = operation.responses[200]?.content?.['application/json']?.schema
    const fields = schema ? [...fieldsOf(schema, resolve)].filter((field) => PERSONAL.includes(field)) : []
    if (fields.length > 0)
      byOperation[operation.operationId] = `${rolesWith(staffPermission)}: ${fields.sort().join(' ')}`
  }
  expect(byOperation).toEqual({
    criticalValue: 'laboratory: dateOfBirth email gender interpretation phone',
    criticalValues: 'laboratory: dateOfBirth gender interpretation phone',
    // The test above covers what each role sees of it.
    deskOrder:
      'reception, homeVisits, support, finance, laboratory, privacy: addressNotes containers dateOfBirth email gender phone pregnant specimens tests',
    deskThread: 'support: email',
    deskVisits: 'reception, homeVisits, support: addressNotes patientNames phone',
    heldResult: 'laboratory: dateOfBirth gender interpretation',
    heldResults: 'laboratory: dateOfBirth gender',
    openOrderTests: 'support, privacy: tests',
    readRights: 'privacy: dateOfBirth email gender',
    refusedReport: 'laboratory: dateOfBirth gender',
    requestLine: 'laboratory: dateOfBirth gender',
    searchOrders: 'reception, homeVisits, support, finance, laboratory, privacy: patientNames',
    staffMembers: 'privacy, administrator: email',
    visitSheet: 'homeVisits: addressNotes answers containers dateOfBirth gender phone pregnant tests',
  })
})

const rolesWith = (permission: string) =>
  STAFF_ROLES.filter((role) => permissionsOfRole(role).some((one) => one === permission)).join(', ')

function fieldsOf(
  schema: JsonSchema,
  resolve: (schema: JsonSchema) => JsonSchema,
  fields = new Set<string>(),
): Set<string> {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = resolve(schema)
  for (const [name, property] of Object.entries(properties)) {
    fields.add(name)
    fieldsOf(property, resolve, fields)
  }
  for (const part of [...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf])
    fieldsOf(part, resolve, fields)
  return fields
}
