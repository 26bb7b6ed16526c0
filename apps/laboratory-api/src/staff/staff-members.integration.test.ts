import { expect, test } from 'vitest'
import { apiOfFile } from '../testing/api-of-file.ts'
import { linkTokenOf } from '../testing/test-api.ts'
import { createStaff, deskClient, everywhere, STAFF_PASSWORD } from './testing/staff-fixture.ts'

const house = apiOfFile()
const proof = { password: STAFF_PASSWORD }

let people = 0
const nextEmail = () => `person-${++people}@laboratory.example`
const administrator = () => createStaff(house.api, everywhere('administrator'))

test('an open desk alone lets nobody in, gives nobody a role and takes no access over', {
  tags: ['ASVS-7.5.1'],
}, async () => {
  const admin = await administrator()
  const colleague = await createStaff(house.api, everywhere('reception'))
  const [email, grants] = [nextEmail(), [{ role: 'administrator' as const, laboratoryIds: null }]]
  const invitation = { email, name: 'Olga Novik', locale: 'en' as const, grants }
  const each = (password: { password: string }) => [
    () => admin.client.inviteStaff({ ...invitation, ...password }),
    () => admin.client.changeStaffRoles(colleague.staffId, { grants, version: 1, ...password }),
    () => admin.client.inviteStaffAgain(colleague.staffId, password),
  ]
  for (const [path, body] of [
    ['/staff/members', invitation],
    [`/staff/members/${colleague.staffId}/roles`, { grants, version: 1 }],
    [`/staff/members/${colleague.staffId}/invitation`, {}],
  ] as const) {
    const method = path.endsWith('roles') ? 'PUT' : 'POST'
    const answer = await house.api.request(method, path, { token: admin.token, body })
    expect([path, answer.status]).toEqual([path, 422])
  }
  for (const call of each({ password: 'guess' })) {
    await expect(call()).rejects.toMatchObject({ code: 'wrong_password', errors: [{ path: 'password' }] })
  }
  const members = await admin.client.staffMembers()
  expect(members.some((member) => member.email === email)).toBe(false)
  expect((await colleague.client.currentStaff()).grants).toEqual([{ role: 'reception', laboratoryIds: null }])

  for (const call of each(proof)) await call()
  await expect(colleague.client.currentStaff()).rejects.toMatchObject({ status: 401 })
  const token = linkTokenOf(await house.api.mailServer.take({ to: email }))
  expect(await deskClient(house.api).openInvitation({ token })).toMatchObject({ email })
})

test('own passwords that are tried where people are managed are as few as anywhere', async () => {
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

test('nobody changes or ends their own access, and of two administrators who end each other one remains', async () => {
  const [one, other] = [await administrator(), await administrator()]
  const own = { status: 409, code: 'own_staff_account' }
  await expect(one.client.endStaff(one.staffId)).rejects.toMatchObject(own)
  await expect(one.client.inviteStaffAgain(one.staffId, proof)).rejects.toMatchObject(own)
  const grants = [{ role: 'administrator' as const, laboratoryIds: null }]
  await expect(
    one.client.changeStaffRoles(one.staffId, { grants, version: 1, ...proof }),
  ).rejects.toMatchObject(own)
  const ends = await Promise.allSettled([
    one.client.endStaff(other.staffId),
    other.client.endStaff(one.staffId),
  ])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('an address is one person’s, a laboratory has to exist, and an administrator is one everywhere', async () => {
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
