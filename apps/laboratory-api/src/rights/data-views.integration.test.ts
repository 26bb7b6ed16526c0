import { expect, test } from 'vitest'
import { observation } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { reportPapers } from '../results/tables.ts'
import { HAEMOGLOBIN, reportedResult } from '../results/testing/reported-result.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'

const house = laboratoryOfFile()
const anybody = () => house.shop.api.client()

test('those who viewed the data are listed with time and order: laboratory, doctor with a link, holder of a printed report; not the owner', {
  tags: ['ASVS-16.2.1'],
}, async () => {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer, (request) => [observation(request, HAEMOGLOBIN)])
  const { number } = result.order
  const [laboratory, ...none] = await customer.client.dataViews()
  expect(none).toEqual([])
  expect(laboratory).toMatchObject({ by: 'laboratory', laboratory: null, orderNumber: number })
  house.shop.clock.pass(5)
  await house.laboratory.requests(number)
  const [again] = await customer.client.dataViews()
  expect(again!.times).toBe(laboratory!.times + 1)

  await customer.client.patientReport(result.id, customer.patientId)
  const { token, pin } = await customer.client.createShare(result.id, customer.patientId, { days: 1 })
  const { accessKey } = await anybody().openShare(token, { pin })
  await anybody().sharedReport(token, accessKey)
  const [issued] = (await house.database.queries.select().from(reportPapers)).filter(
    ({ testResultId }) => testResultId === result.id,
  )
  await anybody().verifyReport({ code: issued!.code })
  expect((await customer.client.dataViews()).map(({ by }) => by).sort()).toEqual(['laboratory', 'link'])
  await anybody().verifyReport({ code: issued!.code, pin })
  const views = await customer.client.dataViews()
  expect(
    views.map(({ by, times, orderNumber }) => [by, by === 'laboratory' || times, orderNumber]).sort(),
  ).toEqual([
    ['laboratory', true, number],
    ['link', 1, number],
    ['paper', 1, number],
  ])
  for (const { firstAt, lastAt } of views) expect(firstAt <= lastAt).toBe(true)
})

test('attempts with a wrong PIN for a printed report are listed apart from successful ones', async () => {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer)
  await customer.client.patientReport(result.id, customer.patientId)
  const { pin } = await customer.client.createShare(result.id, customer.patientId, { days: 1 })
  const issued = await house.database.queries.select().from(reportPapers)
  const { code } = issued.find(({ testResultId }) => testResultId === result.id)!
  const wrong = pin === '000000' ? '000001' : '000000'
  const papers = async () =>
    (await customer.client.dataViews())
      .filter(({ by }) => by === 'paper')
      .map(({ times, isRefused, orderNumber }) => ({ times, isRefused, orderNumber }))
  for (const _ of [1, 2]) {
    await expect(anybody().verifyReport({ code, pin: wrong })).rejects.toMatchObject({ code: 'wrong_pin' })
  }
  const refused = { times: 2, isRefused: true, orderNumber: result.order.number }
  expect(await papers()).toEqual([refused])
  house.shop.clock.pass(1)
  await anybody().verifyReport({ code, pin })
  expect(await papers()).toHaveLength(2)
  expect(await papers()).toEqual(
    expect.arrayContaining([refused, { ...refused, times: 1, isRefused: false }]),
  )
})

test('views by staff of messages, requests about data and the account are listed; views of a list count once an hour', async () => {
  const person = await house.shop.api.registerConfirmedUser()
  const question = { name: 'Anna Kowalska', email: person.user.email, message: 'May I come on Thursday?' }
  const { reference } = await person.client.sendSupportMessage(question)
  // From a guest with the same address: its owner is unknown.
  await anybody().sendSupportMessage({ ...question, message: 'And on Friday?' })
  const request = await person.client.askRight({ right: 'access', words: '' })
  expect(await person.client.dataViews()).toEqual([])

  const staff = await createStaff(house.shop.api, everywhere('support'), everywhere('privacy'))
  const lookAtLists = async () => {
    await staff.client.deskRights()
    return staff.client.deskMessages()
  }
  const looks = async () => {
    const views = await person.client.dataViews()
    for (const view of views) expect(view).toMatchObject({ by: 'staff', orderId: null, orderNumber: null })
    const counts: Partial<Record<(typeof views)[number]['about'], number>> = {}
    for (const { about, times } of views) counts[about] = (counts[about] ?? 0) + times
    return counts
  }
  const thread = (await lookAtLists()).find((one) => one.reference === reference)!
  await lookAtLists()
  expect(await looks()).toEqual({ supportMessages: 1, rightsRequests: 1 })
  house.shop.clock.pass(61)
  await lookAtLists()
  await staff.client.deskThread(thread.id)
  await staff.client.readRights(request.id)
  expect(await looks()).toEqual({ supportMessages: 3, rightsRequests: 3, account: 1 })
  await staff.client.exportByRight(request.id)
  expect(await looks()).toEqual({ supportMessages: 3, rightsRequests: 4, account: 2 })
  expect(JSON.stringify(await person.client.dataViews())).not.toContain('Novik')
})

test('a customer does not see views of another customer’s data', async () => {
  const stranger = await house.shop.customer()
  expect(await stranger.client.dataViews()).toEqual([])
})
