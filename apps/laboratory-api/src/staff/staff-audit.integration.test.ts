import { expect, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { apiOfFile } from '../testing/api-of-file.ts'
import { createStaff, everywhere, STAFF_PASSWORD } from './testing/staff-fixture.ts'

const house = apiOfFile()

test('the audit finds what a member of staff did by person and by object', async () => {
  const admin = await createStaff(house.api, everywhere('administrator'))
  const grants = [{ role: 'reception' as const, laboratoryIds: null }]
  const email = 'person@laboratory.example'
  const { id } = await admin.client.inviteStaff({
    email,
    name: 'Olga Novik',
    locale: 'en',
    grants,
    password: STAFF_PASSWORD,
  })
  await admin.client.staffMembers()
  const own = await admin.client.searchAudit({ staffId: admin.staffId })
  expect(own.map(({ action, kind, staffName }) => [action, kind, staffName])).toEqual([
    ['read', 'audit', 'Olga Novik'],
    ['read', 'staff', 'Olga Novik'],
    ['create', 'staff', 'Olga Novik'],
  ])
  const ofObject = await admin.client.searchAudit({ objectId: id })
  expect(ofObject.map(({ action, objectId }) => [action, objectId])).toEqual([
    ['read', id],
    ['create', id],
  ])
  const rows = await house.database.queries.select().from(auditEntries)
  expect(JSON.stringify(rows)).not.toContain('@')
})
