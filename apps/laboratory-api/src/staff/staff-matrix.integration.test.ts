import { permissionsOfRole, STAFF_PERMISSIONS, STAFF_ROLES, type StaffPermission } from '@shop/domain/staff'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { apiOfFile } from '../testing/api-of-file.ts'
import { type DescribedOperation, readOperations } from '../testing/operations.ts'
import { createStaff, everywhere } from './testing/staff-fixture.ts'

// Tests every desk call that the API describes, with every role and with callers who are not staff. A new
// call is covered as soon as it is described.

const house = apiOfFile()

const staffOperations = async () =>
  (await readOperations(house.api)).filter(({ staffPermission }) => staffPermission !== undefined)

function call({ method, path, bodySchema }: DescribedOperation, token?: string) {
  const filled = path.replace(/\{\w+\}/g, crypto.randomUUID())
  return house.api.request(method, filled, {
    token,
    body: bodySchema ? (bodySchema.example ?? {}) : undefined,
  })
}

test('each desk call names one permission of the table or none, and each permission has a call', async () => {
  const operations = await readOperations(house.api)
  const ofDesk = operations.filter(({ path }) => path.startsWith('/staff/'))
  const open = ofDesk.filter(({ staffPermission }) => staffPermission === undefined)
  expect(open.map(({ operation }) => operation.operationId).sort()).toEqual([
    'acceptInvitation',
    'challengeStaffPasskey',
    'openInvitation',
    'staffLogin',
  ])
  const named = new Set(ofDesk.flatMap(({ staffPermission }) => staffPermission ?? []))
  // These control what `deskOrder` shows and `exportByRight` hands over; other tests cover them.
  const shown = ['orders.tests', 'orders.persons', 'orders.contact', 'orders.money', 'rights.results']
  expect([...named, ...shown].sort()).toEqual(Object.keys(STAFF_PERMISSIONS).sort())
  const bare = ofDesk.filter(({ staffPermission }) => staffPermission === null)
  expect(bare.map(({ operation }) => operation.operationId).sort()).toEqual([
    'addStaffPasskey',
    'chooseStaffLocale',
    'currentStaff',
    'deskLaboratories',
    'endStaffSession',
    'removeStaffPasskey',
    'staffLogout',
    'staffPasskeys',
    'staffSessions',
    'startStaffPasskey',
  ])
  const elsewhere = operations.filter((one) => one.staffPermission && !one.path.startsWith('/staff/'))
  expect(elsewhere).toEqual([])
})

test.each(STAFF_ROLES)(
  '%s may do what the table says and nothing else',
  {
    tags: ['ASVS-8.2.1', 'ASVS-8.3.1'],
  },
  async (role) => {
    const allowed = permissionsOfRole(role)
    const wrong: string[] = []
    for (const operation of await staffOperations()) {
      // A separate session for each call, because one of them ends it.
      const { token } = await createStaff(house.api, everywhere(role))
      const { status } = await call(operation, token)
      const may =
        operation.staffPermission === null || allowed.includes(operation.staffPermission as StaffPermission)
      if (may ? [401, 403, 500].includes(status) : status !== 403) wrong.push(`${operation.name}: ${status}`)
    }
    expect(wrong).toEqual([])
  },
)

test('a guest, a patient, a laboratory’s system, a made-up token and an ended session get 401', {
  tags: ['ASVS-8.2.1', 'ASVS-7.2.1', 'ASVS-10.3.1'],
}, async () => {
  const patient = await house.api.registerUser()
  const over = await createStaff(house.api, everywhere('administrator'))
  await over.client.staffLogout()
  const tokens = {
    guest: undefined,
    patient: patient.token,
    'patient in disguise': `staff_${patient.token}`,
    laboratory: house.api.context.settings.labSystemToken!,
    'made-up': `staff_${'A'.repeat(43)}`,
    over: over.token,
  }
  const wrong: string[] = []
  for (const operation of await staffOperations()) {
    for (const [who, token] of Object.entries(tokens)) {
      const { status } = await call(operation, token)
      if (status !== 401) wrong.push(`${operation.name} as ${who}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a staff token counts as a guest’s in calls for patients and laboratory systems', {
  tags: ['ASVS-10.3.1'],
}, async () => {
  const { token } = await createStaff(house.api, ...STAFF_ROLES.map(everywhere))
  const others = (await readOperations(house.api)).filter(
    ({ needsUser, needsLaboratorySystem }) => needsUser || needsLaboratorySystem,
  )
  expect(others.length).toBeGreaterThan(20)
  const wrong: string[] = []
  for (const operation of others) {
    for (const sent of [token, token.slice('staff_'.length)]) {
      const { status } = await call(operation, sent)
      if (status !== 401) wrong.push(`${operation.name}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
})

test('everything that staff read and change is in the audit, with who it was', {
  tags: ['ASVS-16.2.1'],
}, async () => {
  const missing: string[] = []
  for (const operation of (await staffOperations()).filter(({ staffPermission }) => staffPermission)) {
    const staff = await createStaff(house.api, ...STAFF_ROLES.map(everywhere))
    const answer = await call(operation, staff.token)
    if (answer.status >= 400) continue
    const rows = await house.database.queries
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.requestId, answer.headers.get('X-Request-Id')!))
    if (!rows.some(({ staffId, actor }) => staffId === staff.staffId && actor === 'staff'))
      missing.push(operation.name)
  }
  expect(missing).toEqual([])
})
