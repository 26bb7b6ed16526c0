import type { CreateOrder } from '@shop/contract/orders'
import { expect, test } from 'vitest'
import { fillDemoMorning } from '../demo/demo-morning.ts'
import { observation, paidOrder, reportOn } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { BRANCH_ID, MONDAY, pageToken } from '../orders/testing/order-fixture.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'

const house = laboratoryOfFile()

const staff = (...roles: Parameters<typeof everywhere>[0][]) =>
  createStaff(house.shop.api, ...roles.map(everywhere))
const at = (laboratoryId: number) =>
  createStaff(house.shop.api, { role: 'reception', laboratoryIds: [laboratoryId] })

/** A new customer's paid order, and the day of its visit. */
async function order(overrides?: Partial<CreateOrder>) {
  const customer = await house.shop.customer()
  const paid = await paidOrder(house.shop, house.laboratory, customer, overrides)
  const { visit } = await customer.client.order(paid.id)
  return { customer, ...paid, day: visit.start.slice(0, 10) }
}

const visitAt = (day: string, time: string) => ({
  visit: { kind: 'branch' as const, start: `${day}T${time}:00+03:00` },
})

async function visitOf(
  client: Awaited<ReturnType<typeof staff>>['client'],
  { id, day }: { id: string; day: string },
) {
  const { visits } = await client.deskVisits({ date: day })
  return visits.find((visit) => visit.orderId === id)
}

test('reception sees the day’s paid visits of its own laboratories, by time, and no unpaid ones', async () => {
  const day = '2040-03-30'
  const { id, number } = await order(visitAt(day, '09:30'))
  const earlier = await order(visitAt(day, '09:00'))
  const unpaid = await house.shop.placeOrder(await house.shop.customer(), visitAt(day, '09:15'))
  const { client } = await at(BRANCH_ID)
  const { visits } = await client.deskVisits({ date: day, laboratoryId: BRANCH_ID })
  expect(visits.map(({ orderId }) => orderId)).toEqual([earlier.id, id])
  expect(visits.find((visit) => visit.orderId === id)).toMatchObject({
    number,
    state: 'expected',
    version: 0,
    patientNames: ['Kowalska Anna'],
    analysisCount: 1,
    hasNote: false,
  })
  expect(visits.map(({ orderId }) => orderId)).not.toContain(unpaid.id)
  // No samples were taken for it.
  expect((await client.deskOrder(unpaid.id)).visit.state).toBe('expected')
  expect(visits.map(({ start }) => start)).toEqual(visits.map(({ start }) => start).sort())
  const elsewhere = await at(2)
  expect(await elsewhere.client.deskVisits({ date: day })).toEqual({
    date: day,
    visits: [],
    regions: [],
    counts: { expected: 0, arrived: 0, missed: 0, done: 0, late: 0 },
  })
  expect((await client.deskVisits()).date).toBe('2040-03-05')
  expect((await elsewhere.client.deskLaboratories()).map((laboratory) => laboratory.id)).toEqual([2])
})

test('an order of another laboratory is not found, whatever is tried with it', async () => {
  const { id, number } = await order()
  const { client } = await at(2)
  const tries = [
    () => client.deskOrder(id),
    () => client.arriveAtVisit(id, { version: 0, identityChecked: true }),
    () => client.missVisit(id, { version: 0 }),
    () => client.resetVisit(id, { version: 0 }),
    () => client.takeSamples(id, { version: 0, specimens: [] }),
    () => client.addOrderNote(id, { text: 'a note' }),
  ]
  for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ status: 404 })
  expect(await client.searchOrders({ text: number })).toEqual([])
  const { client: support } = await createStaff(house.shop.api, { role: 'support', laboratoryIds: [2] })
  const opened = support.openOrderTests(id, { reason: 'a reason of ten characters' })
  await expect(opened).rejects.toMatchObject({ status: 404 })
})

test('a patient arrives, samples are taken with labels, and the patient sees the order advance', async () => {
  const { id, customer } = await order()
  const { client } = await staff('reception')
  expect(await client.arriveAtVisit(id, { version: 0, identityChecked: true })).toEqual({
    state: 'arrived',
    version: 1,
  })
  const { patients } = await client.deskOrder(id)
  const [container] = patients[0]!.containers!
  expect(container).toMatchObject({ count: 1, testCount: 1 })
  const label = `S-${crypto.randomUUID()}`
  const specimens = [{ patientId: customer.patientId, containerId: container!.id, label }]
  expect(await client.takeSamples(id, { version: 1, specimens })).toEqual({ state: 'done', version: 2 })
  const read = await client.deskOrder(id)
  expect(read.state).toBe('collected')
  expect(read.patients[0]!.specimens).toEqual([{ containerId: container!.id, label }])
  expect((await customer.client.order(id)).state).toBe('collected')
  const again = client.takeSamples(id, { version: 2, specimens: [] })
  await expect(again).rejects.toMatchObject({ status: 409, code: 'visit_not_open' })

  const other = await order()
  const same = [{ ...specimens[0]!, patientId: other.customer.patientId }]
  const twice = client.takeSamples(other.id, { version: 0, specimens: same })
  await expect(twice).rejects.toMatchObject({ status: 409, code: 'label_taken' })
  expect((await other.customer.client.order(other.id)).state).toBe('paid')
  const strange = [{ ...same[0]!, label: 'another', patientId: customer.patientId }]
  const stranger = client.takeSamples(other.id, { version: 0, specimens: strange })
  await expect(stranger).rejects.toMatchObject({ status: 422, code: 'unknown_patient' })
  const nothing = [{ ...same[0]!, label: 'another', containerId: 2_000_000 }]
  const unknown = client.takeSamples(other.id, { version: 0, specimens: nothing })
  await expect(unknown).rejects.toMatchObject({ status: 422, code: 'unknown_material' })
})

test('the laboratory’s system can report after samples were taken at the desk', async () => {
  const { id, requests } = await order()
  const { client } = await staff('homeVisits')
  await client.takeSamples(id, { version: 0, specimens: [] })
  await house.laboratory.report(...reportOn(requests[0], [observation(requests[0], '718-7')]))
  expect((await client.deskOrder(id)).state).toBe('completed')
})

test('a no-show is recorded, may still arrive late, and a mistaken step can be undone', async () => {
  const { id } = await order()
  const { client } = await staff('reception')
  expect((await client.missVisit(id, { version: 0 })).state).toBe('missed')
  expect((await client.arriveAtVisit(id, { version: 1, identityChecked: false })).state).toBe('arrived')
  expect((await client.resetVisit(id, { version: 2 })).state).toBe('expected')
  const { history } = await client.deskOrder(id)
  expect(history.slice(0, 3).map(({ kind, by }) => [kind, by])).toEqual([
    ['expected', 'Olga Novik'],
    ['arrived', 'Olga Novik'],
    ['missed', 'Olga Novik'],
  ])
})

test('of two people changing one visit the second sees who was first and with what, and overwrites nothing', async () => {
  const { id, day } = await order()
  const [one, other] = [await staff('reception'), await staff('reception')]
  const changes = await Promise.allSettled([
    one.client.arriveAtVisit(id, { version: 0, identityChecked: true }),
    other.client.missVisit(id, { version: 0 }),
  ])
  expect(changes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [first] = changes.flatMap((change) => (change.status === 'fulfilled' ? [change.value] : []))
  const late = changes.find((change) => change.status === 'rejected')
  expect(late?.reason).toMatchObject({
    status: 409,
    code: 'stale_write',
    body: { version: 1, changed: { by: 'Olga Novik', change: first!.state, at: expect.any(String) } },
  })
  expect((await visitOf(one.client, { id, day }))?.state).toBe(first!.state)
})

test('an order is found by number, telephone, e-mail address and family name, with the names in either order', async () => {
  const { id, number, customer } = await order()
  const { user } = customer
  await customer.client.editUser(user.id, { ...user, phone: '+375 29 765-43-21' })
  const patient = await house.shop.api.createPatient(customer, {
    firstName: 'Zofia',
    lastName: 'Wyszkowska',
  })
  const second = await house.shop.placeOrder({ ...customer, patientId: patient.id })
  const { client } = await staff('support')
  const found = async (text: string) => (await client.searchOrders({ text })).map((one) => one.id)
  expect(await found(number)).toEqual([id])
  for (const typed of [` ${number} `, `# ${number}`, `№${number}`, `Order ${number}.`]) {
    expect(await found(typed), typed).toEqual([id])
  }
  expect(await found('8029 765 43 21')).toEqual([second.id, id])
  expect(await found(user.email.toUpperCase())).toEqual([second.id, id])
  for (const text of [
    'wyszkow',
    'Zofia Wyszkowska',
    'WYSZKOWSKA ZOF',
    'Wyszkowska, Zofia',
    'Zofia Maria Wyszkowska',
  ]) {
    expect(await found(text), text).toEqual([second.id])
  }
  for (const text of ['%%', '__', ',,', "o'neil; drop", '12', 'Wyszkowska Anna', 'nobody@mail.example']) {
    expect(await found(text), text).toEqual([])
  }
  await expect(client.searchOrders({ text: 'W' })).rejects.toMatchObject({ status: 422 })
})

test('orders are found by state and by day of order or visit, with or without a text, page by page, at the role’s laboratories', async () => {
  const { shop } = house
  const ids: string[] = []
  // Three years later, when no other test has an order.
  shop.clock.now = new Date('2043-03-04T21:00:00Z')
  const patient = await shop.customer()
  for (const [day, time] of [
    ['04', '09:00'],
    ['05', '09:15'],
    ['05', '09:30'],
  ] as const) {
    shop.clock.now = new Date(`2043-03-${day}T21:30:00Z`)
    ids.unshift((await shop.placeOrder(patient, visitAt('2043-03-09', time))).id)
  }
  shop.clock.now = MONDAY
  const [newest, second, first] = ids as [string, string, string]
  const { client } = await at(BRANCH_ID)
  const found = async (search: Parameters<typeof client.searchOrders>[0]) =>
    (await client.searchOrders(search)).map((one) => one.id)
  // 21:30 UTC is the next day in Minsk.
  expect(await found({ from: '2043-03-05' })).toEqual([newest, second, first])
  expect(await found({ from: '2043-03-06', to: '2043-03-06' })).toEqual([newest, second])
  expect(await found({ to: '2043-03-05', from: '2043-01-01' })).toEqual([first])
  expect(await found({ from: '2043-03-05', before: newest })).toEqual([second, first])
  expect(await found({ from: '2043-03-05', state: 'awaitingPayment' })).toEqual([newest, second, first])
  expect(await found({ from: '2043-03-05', state: 'paid' })).toEqual([])
  expect(await found({ from: '2043-03-06', text: patient.user.email })).toEqual([newest, second])
  expect(await found({ from: '2043-03-05', text: 'nobody@mail.example' })).toEqual([])
  const visitDay = { dateOf: 'visit', from: '2043-03-09', to: '2043-03-09' } as const
  expect(await found(visitDay)).toEqual([newest, second, first])
  expect(await found({ ...visitDay, before: second })).toEqual([first])
  expect(await found({ dateOf: 'visit', from: '2043-06-01' })).toEqual([])
  const { client: elsewhere } = await at(2)
  expect(await elsewhere.searchOrders({ from: '2043-03-05' })).toEqual([])
  expect(await elsewhere.searchOrders({ from: '2043-03-05', text: patient.user.email })).toEqual([])
  const { client: everybody } = await staff('support')
  expect((await everybody.searchOrders({ from: '2043-03-05' })).map((one) => one.id)).toEqual(ids)
  expect(await patient.client.dataViews()).toEqual(
    expect.arrayContaining([expect.objectContaining({ by: 'staff', orderId: newest })]),
  )
  for (const nothing of [{}, { dateOf: 'visit' as const }, { from: '2043-02-30' }]) {
    await expect(client.searchOrders(nothing)).rejects.toMatchObject({ status: 422 })
  }
})

test('support sees an order without the names of its tests until it gives a reason, which is recorded with the order', async () => {
  const { id, customer } = await order()
  const { client } = await staff('support')
  const { patients } = await client.deskOrder(id)
  expect(patients[0]).toMatchObject({ tests: null, containers: null, analysisCount: 1 })
  await expect(client.openOrderTests(id, { reason: 'so' })).rejects.toMatchObject({ status: 422 })
  const reason = 'The patient asks on the phone.'
  const opened = await client.openOrderTests(id, { reason })
  expect(opened.patients).toEqual([
    { patientId: customer.patientId, tests: [{ code: '1001', name: expect.any(String) }] },
  ])
  expect((await client.deskOrder(id)).history[0]).toMatchObject({
    kind: 'testsOpened',
    by: 'Olga Novik',
    text: reason,
  })
  const { client: reception } = await staff('reception')
  expect((await reception.deskOrder(id)).patients[0]!.tests).toEqual(opened.patients[0]!.tests)
})

test('a note is shown with the order and is in the account’s export; its text is erased with the account', async () => {
  const { id, day, customer } = await order()
  const { client } = await staff('reception')
  const text = 'Comes with a wheelchair: ground floor.'
  await client.addOrderNote(id, { text })
  // Sent again because the reply was lost.
  await client.addOrderNote(id, { text })
  expect((await visitOf(client, { id, day }))?.hasNote).toBe(true)
  expect((await client.deskOrder(id)).history.filter(({ kind }) => kind === 'note')).toHaveLength(1)
  expect(JSON.stringify(await (await customer.client.exportAccount()).json())).toContain(text)
  expect(JSON.stringify(await customer.client.order(id))).not.toContain(text)
  await customer.client.eraseAccount({ password: customer.password })
  const { history } = await client.deskOrder(id)
  expect(history.find(({ kind }) => kind === 'note')).toMatchObject({ text: null, by: 'Olga Novik' })
})

test('the patient sees that staff looked, but not who; a list that stays open counts once an hour', async () => {
  const { id, day, number, customer } = await order()
  const { client } = await staff('reception')
  const looks = async () => (await customer.client.dataViews()).filter(({ by }) => by === 'staff')
  await visitOf(client, { id, day })
  await visitOf(client, { id, day })
  expect(await looks()).toMatchObject([{ orderNumber: number, times: 1, laboratory: null }])
  house.shop.clock.pass(61)
  await visitOf(client, { id, day })
  await client.deskOrder(id)
  expect(JSON.stringify(await looks())).not.toContain('Novik')
  expect((await looks()).reduce((sum, { times }) => sum + times, 0)).toBe(3)
})

test('no log contains a search text, a name or a note', async () => {
  const { id } = await order()
  const { client } = await staff('support')
  house.shop.api.logLines.length = 0
  await client.searchOrders({ text: 'Kowalska' })
  await client.addOrderNote(id, { text: 'Wheelchair' })
  await client.openOrderTests(id, { reason: 'The patient asks on the phone.' })
  expect(house.shop.api.logLines.length).toBeGreaterThan(2)
  expect(JSON.stringify(house.shop.api.logLines)).not.toMatch(/kowalska|wheelchair|phone\./i)
})

test('reading a day, an order or a search runs a fixed number of SQL statements', async () => {
  // A day without home visits.
  const day = '2040-03-29'
  const { id, number } = await order(visitAt(day, '09:00'))
  const { client } = await staff('reception')
  const count = async (work: () => Promise<unknown>) => {
    await work()
    return (await house.database.statementsOf(work)).length
  }
  // The session, the visits, the two audit statements, and the counts of home visits by region and of visits by state.
  expect(await count(() => client.deskVisits({ date: day }))).toBe(6)
  expect(await count(() => client.deskVisits({ date: day, city: 'Минск' }))).toBe(6)
  // No order is shown, so only the list is audited.
  expect(await count(() => client.deskVisits({ date: day, callableRegionId: 1 }))).toBe(5)
  expect(await count(() => client.searchOrders({ text: number }))).toBe(4)
  expect(await count(() => client.deskOrder(id))).toBe(9)
})

test('a demo morning creates branch and home visits in every state and a due refund, once a day', {
  tags: ['slow'],
}, async () => {
  const { shop } = house
  const { staffId, client } = await staff('reception', 'finance')
  const members = await (await staff('administrator')).client.staffMembers()
  const { email } = members.find(({ id }) => id === staffId)!
  const demo = {
    context: shop.api.context,
    fetch: async (input: string, init: RequestInit) => shop.api.app.request(input, init),
    async pay(redirectUrl: string) {
      const token = pageToken(redirectUrl)
      shop.bepaid.conclude(token, 'successful')
      await shop.notify(shop.bepaid.notification(token))
    },
    staffEmail: email,
  }
  const before = (await client.deskVisits()).visits.length
  await fillDemoMorning(demo)
  await fillDemoMorning(demo)
  const { visits } = await client.deskVisits()
  expect(visits.length - before).toBe(6)
  expect(new Set(visits.map(({ state }) => state))).toEqual(
    new Set(['expected', 'arrived', 'missed', 'done']),
  )
  expect(new Set(visits.map(({ kind }) => kind))).toEqual(new Set(['branch', 'homeCall']))
  const [due] = await client.searchOrders({ text: 'Baranau' })
  expect((await client.deskOrder(due!.id)).payment!.refundDue).toBe(true)
  const support = await staff('support')
  expect((await support.client.deskMessages()).length).toBe(1)
  const { client: doctor } = await staff('laboratory')
  expect(await doctor.criticalValues()).toMatchObject([{ isOpen: true, patient: { name: 'Kowalska Anna' } }])
  expect(await doctor.refusedReports()).toMatchObject([{ reasons: ['noOrder'], state: 'open' }])
  // The next day gets a morning with the same people.
  shop.clock.pass(24 * 60)
  await fillDemoMorning(demo)
  const nextDay = await staff('reception')
  expect((await nextDay.client.searchOrders({ text: 'Baranau' })).length).toBe(2)
})

test('two people with the same order open see each other for a minute, and see that it has changed', async () => {
  const { id } = await order()
  const [one, other] = [await staff('reception'), await staff('support')]
  const { start } = (await one.client.deskOrder(id)).visit
  const first = { others: [], state: 'paid', version: 0, start, isUnagreed: false }
  expect(await one.client.reportPresence(id)).toEqual(first)
  expect(await other.client.reportPresence(id)).toMatchObject({ others: ['Olga Novik'], version: 0 })
  await one.client.arriveAtVisit(id, { version: 0, identityChecked: true })
  expect(await other.client.reportPresence(id)).toMatchObject({ others: ['Olga Novik'], version: 1 })
  house.shop.clock.pass(2)
  expect(await other.client.reportPresence(id)).toMatchObject({ others: [] })
  const elsewhere = await at(2)
  await expect(elsewhere.client.reportPresence(id)).rejects.toMatchObject({ status: 404 })
})
