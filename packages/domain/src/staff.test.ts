import { expect, test } from 'vitest'
import {
  isInScope,
  permissionsAt,
  permissionsOf,
  permissionsOfRole,
  STAFF_PERMISSIONS,
  STAFF_ROLES,
  scopeOf,
} from './staff.ts'

test('roles add up: a permission holds if any of them gives it', () => {
  const grants = [
    { role: 'administrator', laboratoryIds: null },
    { role: 'reception', laboratoryIds: [1, 2] },
  ] as const
  expect(scopeOf(grants, 'staff.change')).toBe('all')
  expect(permissionsOf(grants)).toEqual(expect.arrayContaining(permissionsOfRole('administrator')))
})

test('a permission held elsewhere does not hold at this laboratory', () => {
  const grants = [
    { role: 'support', laboratoryIds: null },
    { role: 'reception', laboratoryIds: [1] },
  ] as const
  expect(permissionsAt(grants, 1)).toEqual(expect.arrayContaining(['visits.move', 'visits.change']))
  expect(permissionsAt(grants, 2)).toContain('visits.move')
  expect(permissionsAt(grants, 2)).not.toContain('visits.change')
})

test('nothing is allowed anywhere without a role', () => {
  expect(permissionsOf([])).toEqual([])
  expect(scopeOf([{ role: 'reception', laboratoryIds: null }], 'staff.change')).toEqual([])
})

test('a scope is everywhere, or the laboratories that it names', () => {
  expect([isInScope('all', 7), isInScope([7], 7), isInScope([7], 8), isInScope([], 7)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('only the administrator changes permissions of staff', () => {
  const roles = STAFF_ROLES.filter((role) => permissionsOfRole(role).includes('staff.change'))
  expect(roles).toEqual(['administrator'])
  for (const { roles: allowed } of Object.values(STAFF_PERMISSIONS)) expect(allowed.length).toBeGreaterThan(0)
})
