import { expect, test } from 'vitest'
import { apiOfFile } from '../testing/api-of-file.ts'
import { linkTokenOf } from '../testing/test-api.ts'
import { createStaff, deskClient, everywhere, STAFF_PASSWORD } from './testing/staff-fixture.ts'

const house = apiOfFile()
const proof = { password: STAFF_PASSWORD }

let people = 0
const nextEmail = () => `person-${++people}@laboratory.example`
const administrator = () => createStaff(house.api, everywhere('administrator'))

test('without the password an open desk cannot invite, give roles, take over an access or end one', {
  tags: ['ASVS-7.5.1'],
}, async () => {
  const admin = await administrator()
  const colleague = await createStaff(house.api, everywhere('reception'))
  const leaving = await createStaff(house.api, everywhere('support'))
  const [email, grants] = [nextEmail(), [{ role: 'administrator' as const, laboratoryIds: null }]]
  const invitation = { email, name: 'Olga Novik', locale: 'en' as const, grants }
  const each = (password: { password: string }) => [
    () => admin.client.inviteStaff({ ...invitation, ...password }),
    () => admin.client.changeStaffRoles(colleague.staffId, { grants, version: 1, ...password }),
    () => admin.client.inviteStaffAgain(colleague.staffId, password),
    () => admin.client.endStaff(leaving.staffId, password),
  ]
  for (const [method, path, body] of [
    ['POST', '/staff/members', invitation],
    ['PUT', `/staff/members/${colleague.staffId}/roles`, { grants, version: 1 }],
    ['POST', `/staff/members/${colleague.staffId}/invitation`, {}],
    ['DELETE', `/staff/members/${leaving.staffId}`, {}],
  ] as const) {
    const answer = await house.api.request(method, path, { token: admin.token, body })
    expect([path, answer.status]).toEqual([path, 422])
  }
  // The desk of the previous release sends no body.
  const before = await house.api.request('DELETE', `/staff/members/${leaving.staffId}`, {
    token: admin.token,
  })
  expect([before.status, (await before.json()).code]).toEqual([422, 'invalid_fields'])
  for (const call of each({ password: 'guess' })) {
    await expect(call()).rejects.toMatchObject({ code: 'wrong_password', errors: [{ path: 'password' }] })
  }
  const members = await admin.client.staffMembers()
  expect(members.some((member) => member.email === email)).toBe(false)
  expect((await colleague.client.currentStaff()).grants).toEqual([{ role: 'reception', laboratoryIds: null }])
  expect((await leaving.client.currentStaff()).id).toBe(leaving.staffId)

  for (const call of each(proof)) await call()
  for (const { client } of [colleague, leaving]) {
    await expect(client.currentStaff()).rejects.toMatchObject({ status: 401 })
  }
  const token = linkTokenOf(await house.api.mailServer.take({ to: email }))
  expect(await deskClient(house.api).openInvitation({ token })).toMatchObject({ email })
})

test('attempts at one’s own password are limited in the management of staff as elsewhere', async () => {
  const { client } = await administrator()
  const colleague = await createStaff(house.api, everywhere('reception'))
  for (let wrong = 0; wrong < 10; wrong++) {
    await expect(client.inviteStaffAgain(colleague.staffId, { password: 'guess' })).rejects.toMatchObject({
      code: 'wrong_password',
    })
  }
  await expect(client.inviteStaffAgain(colleague.staffId, proof)).rejects.toMatchObject({
    code: 'too_many_requests',
  })
})

test('no one can change or end their own access, and of two administrators who end each other one remains', async () => {
  const [one, other] = [await administrator(), await administrator()]
  const own = { status: 409, code: 'own_staff_account' }
  await expect(one.client.endStaff(one.staffId, proof)).rejects.toMatchObject(own)
  await expect(one.client.inviteStaffAgain(one.staffId, proof)).rejects.toMatchObject(own)
  const grants = [{ role: 'administrator' as const, laboratoryIds: null }]
  await expect(
    one.client.changeStaffRoles(one.staffId, { grants, version: 1, ...proof }),
  ).rejects.toMatchObject(own)
  const ends = await Promise.allSettled([
    one.client.endStaff(other.staffId, proof),
    other.client.endStaff(one.staffId, proof),
  ])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('an address belongs to one person, a laboratory must exist, and an administrator’s role has no limit to laboratories', async () => {
  const admin = await administrator()
  const email = nextEmail()
  const invite = (
    grants: { role: 'reception' | 'administrator'; laboratoryIds: number[] | null }[],
    to = nextEmail(),
  ) => admin.client.inviteStaff({ email: to, name: 'Olga Novik', locale: 'en', grants, ...proof })
  const reception = { role: 'reception' as const, laboratoryIds: null }
  await invite([reception], email)
  await expect(invite([reception], email)).rejects.toMatchObject({ code: 'staff_address_taken' })
  await expect(invite([{ ...reception, laboratoryIds: [999] }])).rejects.toMatchObject({
    code: 'unknown_laboratory',
  })
  await expect(invite([{ role: 'administrator', laboratoryIds: [1] }])).rejects.toMatchObject({ status: 422 })
  await expect(invite([reception, reception])).rejects.toMatchObject({ status: 422 })
  await expect(invite([])).rejects.toMatchObject({ status: 422 })
})
