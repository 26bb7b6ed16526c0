import { createdShareSchema, sharedReportSchema, shareSchema } from '@shop/contract/results'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { laboratoryOfFile } from '../../fhir/testing/laboratory-of-file.ts'
import { QUOTAS } from '../../limits.ts'
import { linkTokenOf, TEST_PASSWORD } from '../../testing/test-api.ts'
import { reportPapers } from '../tables.ts'
import { reportedResult } from '../testing/reported-result.ts'

const NOT_FOUND = { status: 404, code: 'not_found' }
const HOUR = 60

const house = laboratoryOfFile()

async function shared(days: 1 | 7 | 30 = 7) {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer)
  const share = await customer.client.createShare(result.id, customer.patientId, { days })
  const shares = () => customer.client.shares(result.id, customer.patientId)
  return { customer, result, share, shares, wrongPin: share.pin === '000000' ? '000001' : '000000' }
}
const doctor = () => house.shop.api.client()

test('a doctor opens a link with the PIN and reads the reported results', async () => {
  const { share, shares, result } = await shared()
  createdShareSchema.parse(share)
  const { accessKey } = await doctor().openShare(share.token, { pin: share.pin })
  const report = sharedReportSchema.parse(await doctor().sharedReport(share.token, accessKey))
  expect(report.report).toMatchObject({
    orderNumber: result.order.number,
    patient: { firstName: 'Anna', dateOfBirth: '1990-04-12' },
    analyses: [{ status: 'final', observations: [{ value: { value: 116 } }] }],
  })
  const [listed] = shareSchema.array().parse(await shares())
  expect(listed).toMatchObject({ state: 'open', views: [{ pinWasRight: true }] })
})

test('a doctor’s reading does not mark the result as read', async () => {
  const { share, customer, result } = await shared()
  const { accessKey } = await doctor().openShare(share.token, { pin: share.pin })
  await doctor().sharedReport(share.token, accessKey)
  expect((await customer.client.testResult(result.id)).unread).toBe(true)
})

test('neither token nor PIN nor key is stored', async () => {
  const { share } = await shared()
  const { accessKey } = await doctor().openShare(share.token, { pin: share.pin })
  const { rows } = await house.database.queries.execute('select * from laboratory.result_share')
  const views = await house.database.queries.execute('select * from laboratory.result_share_view')
  const stored = JSON.stringify([rows, views.rows])
  expect(stored).not.toContain(share.token)
  expect(stored).not.toContain(`"${share.pin}"`)
  expect(stored).not.toContain(accessKey)
})

test('a wrong PIN is refused and shown to the patient; five close the link for good', {
  tags: ['ASVS-14.2.1'],
}, async () => {
  const { share, shares, wrongPin } = await shared()
  // The address alone, which browsers send, opens nothing.
  await expect(doctor().openShare(share.token, { pin: '' })).rejects.toMatchObject({ status: 422 })
  await expect(doctor().sharedReport(share.token, '')).rejects.toMatchObject(NOT_FOUND)
  for (let attempt = 0; attempt < 5; attempt++) {
    await expect(doctor().openShare(share.token, { pin: wrongPin })).rejects.toMatchObject({
      status: 422,
      code: 'wrong_pin',
      body: { remainingAttempts: 4 - attempt },
    })
  }
  await expect(doctor().openShare(share.token, { pin: share.pin })).rejects.toMatchObject(NOT_FOUND)
  const [listed] = await shares()
  expect(listed).toMatchObject({ state: 'locked' })
  expect(listed!.views.map(({ pinWasRight }) => pinWasRight)).toEqual([false, false, false, false, false])
})

test('of forty concurrent tries only five are made', async () => {
  const { share, shares, wrongPin } = await shared()
  const tries = Array.from({ length: 40 }, () => doctor().openShare(share.token, { pin: wrongPin }))
  const answers = await Promise.allSettled(tries)
  expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([])
  expect((await shares())[0]!.views).toHaveLength(5)
})

test('the right PIN resets the count of wrong ones', async () => {
  const { share, wrongPin } = await shared()
  for (let round = 0; round < 2; round++) {
    for (let attempt = 0; attempt < 4; attempt++) {
      await expect(doctor().openShare(share.token, { pin: wrongPin })).rejects.toMatchObject({
        code: 'wrong_pin',
      })
    }
    await doctor().openShare(share.token, { pin: share.pin })
  }
})

test('a revoked link closes immediately, even for those who have opened it', async () => {
  const { share, shares, customer, result } = await shared()
  const { accessKey } = await doctor().openShare(share.token, { pin: share.pin })
  await customer.client.revokeShare(result.id, customer.patientId, share.id)
  await customer.client.revokeShare(result.id, customer.patientId, share.id)
  await expect(doctor().sharedReport(share.token, accessKey)).rejects.toMatchObject(NOT_FOUND)
  await expect(doctor().openShare(share.token, { pin: share.pin })).rejects.toMatchObject(NOT_FOUND)
  expect(await shares()).toMatchObject([{ state: 'revoked' }])
})

test('a key lasts half an hour, a link its number of days', async () => {
  const { share, shares } = await shared(1)
  const { accessKey } = await doctor().openShare(share.token, { pin: share.pin })
  house.shop.clock.pass(31)
  await expect(doctor().sharedReport(share.token, accessKey)).rejects.toMatchObject(NOT_FOUND)
  await doctor().openShare(share.token, { pin: share.pin })
  house.shop.clock.pass(24 * HOUR)
  await expect(doctor().openShare(share.token, { pin: share.pin })).rejects.toMatchObject(NOT_FOUND)
  expect(await shares()).toMatchObject([{ state: 'expired' }])
})

test('a key of one link does not open another', async () => {
  const [one, other] = [await shared(), await shared()]
  const { accessKey } = await doctor().openShare(one.share.token, { pin: one.share.pin })
  await expect(doctor().sharedReport(other.share.token, accessKey)).rejects.toMatchObject(NOT_FOUND)
  await expect(doctor().sharedReport(one.share.token, '')).rejects.toMatchObject(NOT_FOUND)
})

test("a stranger can neither share someone else's results nor list or revoke their links", async () => {
  const { share, customer, result } = await shared()
  const { client } = await house.shop.customer()
  const { patientId } = customer
  await expect(client.createShare(result.id, patientId, { days: 7 })).rejects.toMatchObject(NOT_FOUND)
  await expect(client.shares(result.id, patientId)).rejects.toMatchObject(NOT_FOUND)
  await expect(client.revokeShare(result.id, patientId, share.id)).rejects.toMatchObject(NOT_FOUND)
})

test('an account has at most twenty open links; a closed one makes room', async () => {
  const { customer, result } = await shared()
  const make = () => customer.client.createShare(result.id, customer.patientId, { days: 7 })
  for (let count = 1; count < QUOTAS.openShares; count++) await make()
  await expect(make()).rejects.toMatchObject({ status: 409, code: 'too_many_shares' })
  const [share] = await customer.client.shares(result.id, customer.patientId)
  await customer.client.revokeShare(result.id, customer.patientId, share!.id)
  expect((await make()).pin).toMatch(/^\d{6}$/)
})

test('ten minutes after the login, the session alone cannot share results', async () => {
  const { customer, result, shares } = await shared()
  house.shop.clock.pass(10)
  const share = () => customer.client.createShare(result.id, customer.patientId, { days: 1 })
  await expect(share()).rejects.toMatchObject({ status: 403, code: 'proof_required' })
  await customer.client.proveOwner({ password: TEST_PASSWORD })
  await share()
  expect(await shares()).toHaveLength(2)
})

test('undoing a thief’s change of the address closes the thief’s links and printed codes, and keeps the older ones', {
  tags: ['slow'],
}, async () => {
  const { customer, result, share: own } = await shared(30)
  const other = await reportedResult(house, customer)
  const printedCodeOf = async (testResultId: string) => {
    await customer.client.patientReport(testResultId, customer.patientId)
    const papers = await house.database.queries.select().from(reportPapers)
    return papers.find((one) => one.testResultId === testResultId)!
  }
  const { api, clock } = house.shop
  const ownPaper = await printedCodeOf(result.id)
  clock.pass(8 * 24 * HOUR)
  await customer.client.proveOwner({ password: TEST_PASSWORD })
  const thiefs = await customer.client.createShare(result.id, customer.patientId, { days: 30 })
  const thiefsPaper = await printedCodeOf(other.id)
  // Printing the owner's statement again gives the owner's sheet, which stays.
  expect((await printedCodeOf(result.id)).code).toBe(ownPaper.code)
  const { id, firstName, lastName, email } = await customer.client.currentUser()
  await customer.client.editUser(id, {
    firstName,
    lastName,
    email: `thief-${crypto.randomUUID()}@mail.example`,
  })
  const mail = await api.mailServer.take({ to: email, subject: /is being changed/ })
  await api.client().undoEmailChange({ token: linkTokenOf(mail) })
  await expect(doctor().openShare(thiefs.token, { pin: thiefs.pin })).rejects.toMatchObject(NOT_FOUND)
  await doctor().openShare(own.token, { pin: own.pin })
  await expect(doctor().verifyReport({ code: thiefsPaper.code })).rejects.toMatchObject(NOT_FOUND)
  expect(await doctor().verifyReport({ code: ownPaper.code })).toMatchObject({ current: true })
  const { rows } = await house.database.queries.execute(
    sql`select action, user_id from laboratory.audit_entry where kind = 'reportDocument' and object_id = ${thiefsPaper.id}`,
  )
  expect(rows).toEqual([{ action: 'delete', user_id: id }])
})
