import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { apiOfFile } from '../testing/api-of-file.ts'
import { endDemoStaff, openDemoStaff } from './demo-staff.ts'
import { deskClient } from './testing/staff-fixture.ts'

const house = apiOfFile()
const EMAIL = 'support@desk.example'
const DEMO = {
  password: 'plum harbour 47 lantern',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  people: [{ email: EMAIL, name: 'Pavel Sokol', role: 'support' }],
} as const

async function logIn() {
  house.clock.pass(30_000)
  const code = await generate({ secret: DEMO.secret, epoch: Math.floor(house.clock.now.getTime() / 1000) })
  const session = await deskClient(house.api).staffLogin({ email: EMAIL, password: DEMO.password, code })
  return deskClient(house.api, session.accessToken)
}

test('the sandbox’s staff can log in, exist once however often it starts, and are ended where there is no sandbox', async () => {
  await Promise.all([openDemoStaff(house.api.context, DEMO), openDemoStaff(house.api.context, DEMO)])
  await openDemoStaff(house.api.context, DEMO)
  const client = await logIn()
  expect((await client.currentStaff()).grants).toEqual([{ role: 'support', laboratoryIds: null }])
  await endDemoStaff(house.api.context, [EMAIL])
  await expect(client.currentStaff()).rejects.toMatchObject({ status: 401 })
  await expect(logIn()).rejects.toMatchObject({ code: 'invalid_credentials' })
  await openDemoStaff(house.api.context, DEMO)
  await expect(logIn()).rejects.toMatchObject({ code: 'invalid_credentials' })
})
