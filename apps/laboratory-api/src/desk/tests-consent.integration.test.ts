import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../accounts/tables.ts'
import { paidOrder } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { withoutIds } from '../testing/without-ids.ts'

const house = laboratoryOfFile()
const staff = async (role: Parameters<typeof everywhere>[0]) =>
  (await createStaff(house.shop.api, everywhere(role))).client

async function order() {
  const customer = await house.shop.customer()
  return { customer, ...(await paidOrder(house.shop, house.laboratory, customer)) }
}

type Desk = Awaited<ReturnType<typeof staff>>
const testsSeen = async (client: Desk, id: string) => (await client.deskOrder(id)).patients[0]!.tests
const kinds = async (client: Desk, id: string) => (await client.deskOrder(id)).history.map(({ kind }) => kind)

test('support asks, the patient allows and later withdraws: the names are seen only in between, and each look is recorded', {
  tags: ['slow'],
}, async () => {
  const { id, number, customer } = await order()
  const support = await staff('support')
  const { api } = house.shop
  await support.askForTests(id)
  expect((await support.deskOrder(id)).testsConsent.state).toBe('asked')
  expect(await testsSeen(support, id)).toBeNull()
  await expect(support.askForTests(id)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  const mail = await api.mailServer.take({
    to: customer.user.email,
    subject: new RegExp(`question about order ${number}`),
  })
  expect(mail.text).toContain(`orderId=${id}`)
  expect(withoutIds(`${mail.text}${mail.html}`)).not.toMatch(/blood count|ferritin|\b1001\b/i)

  const granted = await customer.client.answerTestsConsent(id, { isGranted: true })
  expect(granted.state).toBe('granted')
  expect(await customer.client.testsConsent(id)).toEqual(granted)
  const looks = async () =>
    (await customer.client.dataViews())
      .filter(({ by }) => by === 'staff')
      .reduce((sum, { times }) => sum + times, 0)
  const before = await looks()
  expect(await testsSeen(support, id)).toEqual([{ code: '1001', name: expect.any(String) }])
  expect(await looks()).toBe(before + 1)
  // Neither another role nor another order is allowed.
  expect(await testsSeen(await staff('finance'), id)).toBeNull()
  expect(await testsSeen(support, (await order()).id)).toBeNull()
  const { client: elsewhere } = await createStaff(api, { role: 'support', laboratoryIds: [2] })
  await expect(elsewhere.askForTests(id)).rejects.toMatchObject({ status: 404 })

  expect((await customer.client.answerTestsConsent(id, { isGranted: false })).state).toBe('none')
  expect(await testsSeen(support, id)).toBeNull()
  expect((await kinds(support, id)).slice(0, 3)).toEqual(['testsWithdrawn', 'testsGranted', 'testsAsked'])
  await support.askForTests(id)
  const exported = (await (await customer.client.exportAccount()).json()) as {
    orders: { testsConsents: object[] }[]
  }
  expect(exported.orders[0]!.testsConsents).toHaveLength(2)
})

test('a consent expires on its own, and so does an unanswered request', async () => {
  const { id, customer } = await order()
  const support = await staff('support')
  const { clock } = house.shop
  const before = clock.now
  await customer.client.answerTestsConsent(id, { isGranted: true })
  expect(await testsSeen(support, id)).not.toBeNull()
  // Staff sessions end before the consent does.
  clock.now = new Date(before.getTime() + 7 * 24 * 60 * 60_000)
  try {
    const later = await staff('support')
    expect(await testsSeen(later, id)).toBeNull()
    await later.askForTests(id)
    clock.now = new Date(clock.now.getTime() + 7 * 24 * 60 * 60_000)
    const last = await staff('support')
    expect((await last.deskOrder(id)).testsConsent).toEqual({ state: 'none', until: null })
    await last.askForTests(id)
  } finally {
    clock.now = before
  }
})

test('a patient who refuses is not asked again that day', async () => {
  const { id, customer } = await order()
  const support = await staff('support')
  await support.askForTests(id)
  expect(await customer.client.answerTestsConsent(id, { isGranted: false })).toEqual({
    state: 'refused',
    until: null,
  })
  expect((await kinds(support, id))[0]).toBe('testsRefused')
  await expect(support.askForTests(id)).rejects.toMatchObject({ code: 'conflict' })
  expect(await testsSeen(support, id)).toBeNull()
})

test('a stranger neither sees nor answers a request, and while processing is restricted no one can ask, grant or see', async () => {
  const { id, customer } = await order()
  const stranger = await house.shop.customer()
  await expect(stranger.client.testsConsent(id)).rejects.toMatchObject({ status: 404 })
  await expect(stranger.client.answerTestsConsent(id, { isGranted: true })).rejects.toMatchObject({
    status: 404,
  })
  const support = await staff('support')
  await customer.client.answerTestsConsent(id, { isGranted: true })
  const restrict = (restrictedAt: Date | null) =>
    house.database.queries.update(users).set({ restrictedAt }).where(eq(users.id, customer.user.id))
  await restrict(new Date())
  expect(await testsSeen(support, id)).toBeNull()
  await customer.client.answerTestsConsent(id, { isGranted: false })
  const problem = { code: 'processing_restricted' }
  await expect(customer.client.answerTestsConsent(id, { isGranted: true })).rejects.toMatchObject(problem)
  await expect(support.askForTests(id)).rejects.toMatchObject(problem)
  await restrict(null)
  await customer.client.answerTestsConsent(id, { isGranted: true })
  expect(await testsSeen(support, id)).not.toBeNull()
  await customer.client.eraseAccount({ password: customer.password })
  expect(await testsSeen(support, id)).toBeNull()
  await expect(support.askForTests(id)).rejects.toMatchObject({ code: 'conflict' })
})

test('a customer who writes to support can show it the tests of their own order, recorded once, and of no one else’s', async () => {
  const { id, number, customer } = await order()
  const support = await staff('support')
  const message = {
    name: 'Anna Kowalska',
    email: customer.user.email,
    message: 'Which of these need fasting?',
    orderNumber: `${number.slice(0, 2)} ${number.slice(2)}`,
    letsTests: true,
  } as const
  const stranger = await house.shop.customer()
  const fault = { status: 422, code: 'invalid_fields', errors: [{ path: 'orderNumber' }] }
  await expect(stranger.client.sendSupportMessage(message)).rejects.toMatchObject(fault)
  await expect(house.shop.api.client().sendSupportMessage(message)).rejects.toMatchObject(fault)
  const { orderNumber: _, ...unnamed } = message
  await expect(customer.client.sendSupportMessage(unnamed)).rejects.toMatchObject(fault)
  expect(await testsSeen(support, id)).toBeNull()

  const { reference } = await customer.client.sendSupportMessage(message)
  expect(await customer.client.sendSupportMessage(message)).toEqual({ reference })
  expect(await testsSeen(support, id)).not.toBeNull()
  expect((await kinds(support, id)).filter((kind) => kind === 'testsGranted')).toHaveLength(1)
  const [thread] = (await support.deskMessages()).filter((one) => one.reference === reference)
  const standing = await customer.client.testsConsent(id)
  expect((await support.deskThread(thread!.id)).order).toMatchObject({
    isSenders: true,
    testsConsent: { state: 'granted', until: standing.until },
  })
})

test('an order is the sender’s by account, and for a guest by the address that the answer goes to', async () => {
  const { number, customer } = await order()
  const support = await staff('support')
  const message = {
    name: 'Anna Kowalska',
    email: customer.user.email,
    message: 'Is it done?',
    orderNumber: number,
  }
  const isSenders = async (client: Pick<typeof customer.client, 'sendSupportMessage'>) => {
    const { reference } = await client.sendSupportMessage(message)
    const [thread] = (await support.deskMessages()).filter((one) => one.reference === reference)
    return (await support.deskThread(thread!.id)).order!.isSenders
  }
  expect(await isSenders(customer.client)).toBe(true)
  expect(await isSenders(house.shop.api.client())).toBe(true)
  // Its answer is shown in the stranger's own account, whatever address was typed.
  expect(await isSenders((await house.shop.customer()).client)).toBe(false)
})

test('a question that names no order lists the newest orders of its account, those that the role may see', async () => {
  const { id, number, customer } = await order()
  const { api } = house.shop
  const message = { name: 'Anna Kowalska', email: customer.user.email, message: 'When may I come?' }
  const beside = async (sent: { reference: string }, client: Desk) => {
    const [thread] = (await client.deskMessages()).filter((one) => one.reference === sent.reference)
    return (await client.deskThread(thread!.id)).newestOrders
  }
  const support = await staff('support')
  const own = await customer.client.sendSupportMessage(message)
  expect(await beside(own, support)).toEqual([{ id, number, state: 'paid' }])
  expect((await customer.client.dataViews()).filter(({ by }) => by === 'staff')).not.toEqual([])
  const { client: elsewhere } = await createStaff(api, { role: 'support', laboratoryIds: [2] })
  expect(await beside(own, elsewhere)).toEqual([])
  // Anyone can type an address.
  const guests = await api.client().sendSupportMessage({ ...message, message: 'And without an account?' })
  expect(await beside(guests, support)).toEqual([])
  const named = await customer.client.sendSupportMessage({
    ...message,
    message: 'And this?',
    orderNumber: number,
  })
  expect(await beside(named, support)).toEqual([])
})
