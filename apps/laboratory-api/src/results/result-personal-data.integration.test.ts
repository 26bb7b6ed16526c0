import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { resultShares, testResults } from './tables.ts'
import { reportedResult } from './testing/reported-result.ts'

const house = laboratoryOfFile()

test('the export contains the results and who was given access', async () => {
  const customer = await house.shop.customer()
  const { id } = await reportedResult(house, customer)
  const { token, pin } = await customer.client.createShare(id, customer.patientId, { days: 7 })
  await house.shop.api.client().openShare(token, { pin })
  const file = await (await customer.client.exportAccount()).json()
  expect(file).toMatchObject({
    testResults: [{ code: '1001', status: 'final', observations: [{ number: 116, unit: 'g/L' }] }],
    sharedResults: [{ testResultId: id, views: [{ pinWasRight: true }] }],
  })
  expect(JSON.stringify(file)).not.toContain(token)
})

test('erasing an account leaves the results with the laboratory, without the account, and closes its links', async () => {
  const customer = await house.shop.customer()
  const { id } = await reportedResult(house, customer)
  const { token, pin } = await customer.client.createShare(id, customer.patientId, { days: 7 })
  await customer.client.eraseAccount({ password: customer.password })
  const [kept] = await house.database.queries.select().from(testResults).where(eq(testResults.id, id))
  expect(kept).toMatchObject({ userId: null })
  expect(
    await house.database.queries.select().from(resultShares).where(eq(resultShares.testResultId, id)),
  ).toEqual([])
  await expect(house.shop.api.client().openShare(token, { pin })).rejects.toMatchObject({ status: 404 })
})
