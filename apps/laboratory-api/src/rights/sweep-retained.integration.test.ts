import { addDays } from '@shop/domain/dates'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { paidOrder } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { type Customer, MONDAY } from '../orders/testing/order-fixture.ts'
import { expectSoundBooks } from '../payments/testing/expect-sound-books.ts'
import { reportedResult } from '../results/testing/reported-result.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { DIRECTORY, ownerColumn, type PeopleTable } from '../testing/people-tables.ts'
import { announceRemovals } from './announce-removals.ts'
import { deleteOldResults, eraseOldOrders } from './sweep-retained.ts'

const house = laboratoryOfFile({ retainResultsYears: 5, retainOrdersYears: 6 })
const query = async (statement: string) =>
  (await house.database.queries.execute<Record<string, unknown>>(sql.raw(statement))).rows
const reception = () => createStaff(house.shop.api, everywhere('reception'))
const finance = () => createStaff(house.shop.api, everywhere('finance'))

beforeEach(() => {
  house.shop.clock.now = MONDAY
})
afterEach(async () => {
  await expectSoundBooks(house.database)
  // Results left by one test must not be due in the next.
  await query('update laboratory.user_account set restricted_at = now()')
})

const goTo = (day: string) => {
  house.shop.clock.now = new Date(`${day}T12:00:00Z`)
}
const announceOn = (day: string) => {
  goTo(day)
  return announceRemovals(house.shop.api.context)
}
/** Does what the nightly jobs of the month before and of that day would do. */
async function sweepOn(day: string) {
  await announceOn(addDays(day, -30))
  goTo(day)
  await deleteOldResults(house.shop.api.context)
  await eraseOldOrders(house.shop.api.context)
}

/** The tables that contain a text, except those that prove what was done. */
async function tablesWith(text: string): Promise<unknown[]> {
  const names = await query(
    `select table_name as name from information_schema.tables
     where table_schema = 'laboratory' and table_name not in ('audit_entry', 'accepted_document') order by 1`,
  )
  const found: unknown[] = []
  for (const { name } of names) {
    const rows = await query(`select 1 from laboratory."${name}" as t where t::text like '%${text}%' limit 1`)
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** A result with everything that can depend on it, and an order with a note from the desk. */
async function fullResult(customer: Customer) {
  const result = await reportedResult(house, customer)
  await customer.client.createShare(result.id, customer.patientId, { days: 7 })
  await customer.client.patientReport(result.id, customer.patientId)
  const { client, staffId } = await reception()
  await client.addOrderNote(result.order.id, { text: 'Takes off her boots.' })
  await query(`insert into laboratory.critical_call (id, analysis_result_id, owner_id, staff_id, at, outcome, sealed_words)
    values (gen_random_uuid(), '${result.analysisResultId}', '${customer.user.id}', '${staffId}', now(), 'reached', 'sealed')`)
  await query(`insert into laboratory.taken_specimen (label, order_id, owner_id, patient_id, container_id, taken_at)
    values ('${result.order.number}', '${result.order.id}', '${customer.user.id}', '${customer.patientId}', 1, now())`)
  return result
}

const isThere = async (customer: Customer, { id, order }: Awaited<ReturnType<typeof reportedResult>>) => {
  const [result] = await query(`select 1 from laboratory.test_result where id = '${id}'`)
  const [kept] = await query(
    `select 1 from laboratory.customer_order where id = '${order.id}' and user_id = '${customer.user.id}'`,
  )
  return { result: result !== undefined, order: kept !== undefined }
}
const BOTH = { result: true, order: true }
const NEITHER = { result: false, order: false }

test('a result is deleted with everything attached to it once its years are over, and later its order’s personal data is erased', {
  tags: ['slow'],
}, async () => {
  const deletions = () =>
    query(`select kind, object_id, user_id from laboratory.audit_entry
    where actor = 'job' and action = 'delete' order by kind`)
  const ofOthers = (await deletions()).map(({ object_id }) => object_id)
  const { client } = await finance()
  const [sumBefore] = (await client.dayClosing('2040-03-05')).sums
  const customer = await house.shop.customer({ lastName: 'Vasilevskaya' })
  const old = await fullResult(customer)
  const closing = await client.dayClosing('2040-03-05')
  expect(closing.sums).toMatchObject([{ receivedCount: (sumBefore?.receivedCount ?? 0) + 1 }])

  await sweepOn('2045-03-04')
  expect(await isThere(customer, old)).toEqual(BOTH)
  await sweepOn('2045-03-07')
  expect(await isThere(customer, old)).toEqual({ result: false, order: true })
  // The order keeps a record of which mail was sent when.
  expect(await tablesWith(old.id)).toEqual(['order_mail'])
  expect(await tablesWith(old.analysisResultId)).toEqual([])
  // The laboratory is not asked again for tests that were reported.
  expect(
    await query(`select status from laboratory.service_request where order_id = '${old.order.id}'`),
  ).toEqual([{ status: 'completed' }])

  await sweepOn('2046-03-07')
  expect(await isThere(customer, old)).toEqual(NEITHER)
  expect(await tablesWith(customer.patientId)).toEqual(['patient'])
  expect(await tablesWith('boots')).toEqual([])
  // Its orders no longer refer to the account, which still exists.
  expect(await query(`select owner_id from laboratory.customer_order where id = '${old.order.id}'`)).toEqual([
    { owner_id: old.order.id },
  ])
  const led = await query(
    `select distinct kind from laboratory.owner_directory where owner_id = '${customer.user.id}'`,
  )
  const tables = (await tablesWith(customer.user.id)).filter((table) => table !== DIRECTORY)
  const ofAccount = [...tables, ...led.map(({ kind }) => kind)] as PeopleTable[]
  expect(ofAccount.filter((table) => ownerColumn(table) === 'owner_id')).toEqual([])
  expect(
    await query(`select state, total, user_id, address, phone, request_hash, erased_at is not null as is_erased
    from laboratory.customer_order where id = '${old.order.id}'`),
  ).toEqual([
    {
      state: 'completed',
      total: 2880,
      user_id: null,
      address: null,
      phone: null,
      request_hash: '',
      is_erased: true,
    },
  ])
  expect((await deletions()).filter(({ object_id }) => !ofOthers.includes(object_id))).toEqual([
    { kind: 'order', object_id: old.order.id, user_id: null },
    { kind: 'testResult', object_id: old.id, user_id: null },
  ])
  // The account still exists without its orders and results; the desk's figures are unchanged.
  const login = { username: customer.user.email, password: customer.password }
  const again = house.shop.api.client((await house.shop.api.client().login(login)).access_token)
  expect(await again.orders()).toEqual([])
  expect((await again.testResults()).items).toEqual([])
  const later = await finance()
  expect(await later.client.dayClosing('2040-03-05')).toEqual({ ...closing, isOver: true })
  const { payments } = await later.client.listPayments({ find: old.order.number })
  expect((await later.client.readPayment(payments[0]!.id)).transactions).toHaveLength(1)
  expect(await (await reception()).client.deskOrder(old.order.id)).toMatchObject({ patients: [] })
  // Nothing is done twice.
  await sweepOn('2047-03-07')
  expect(
    await query(
      `select 1 from laboratory.audit_entry
      where actor = 'job' and kind = 'order' and object_id = '${old.order.id}'`,
    ),
  ).toHaveLength(1)
})

const SOON = /Some of your old data/
const mailsTo = ({ user }: Customer) =>
  house.shop.api.mailServer.mails.filter(
    ({ recipients, subject }) => recipients.includes(user.email) && SOON.test(subject ?? ''),
  )

test('thirty days before, the owner gets one mail that names only orders; nothing is deleted without that notice', {
  tags: ['slow'],
}, async () => {
  const customer = await house.shop.customer({ lastName: 'Vasilevskaya' })
  const first = await reportedResult(house, customer)
  const second = await reportedResult(house, customer)
  await announceOn('2045-02-01')
  await sweepOn('2045-03-04')
  expect(mailsTo(customer)).toEqual([])

  // Due, but its owner has not been notified.
  goTo('2045-04-01')
  await deleteOldResults(house.shop.api.context)
  expect(await isThere(customer, first)).toEqual(BOTH)
  await announceOn('2045-04-01')
  const mail = await house.shop.api.mailServer.take({ to: customer.user.email, subject: SOON })
  expect(mail.text).toContain('From 1\u00a0May\u00a02045 on')
  for (const { order } of [first, second]) expect(mail.text).toContain(order.number)
  expect(mail.text).toContain('http://shop.example/test-results')
  expect(mail.text).not.toMatch(/Vasilevskaya|Haemoglobin|[Bb]lood/)
  await announceOn('2045-04-02')
  goTo('2045-04-30')
  await deleteOldResults(house.shop.api.context)
  expect(await isThere(customer, first)).toEqual(BOTH)
  goTo('2045-05-01')
  await deleteOldResults(house.shop.api.context)
  for (const result of [first, second]) {
    expect(await isThere(customer, result)).toEqual({ result: false, order: true })
  }
  expect(mailsTo(customer)).toHaveLength(1)

  // The orders' own retention ends a year later; the owner gets a notice of that as well.
  await announceOn('2046-02-20')
  const later = await house.shop.api.mailServer.take({ to: customer.user.email, subject: SOON })
  expect(later.text).toContain('http://shop.example/orders')
  expect(later.text).not.toContain('Results of the orders')
  goTo('2046-03-21')
  await eraseOldOrders(house.shop.api.context)
  expect(await isThere(customer, first)).toEqual({ result: false, order: true })
  goTo('2046-03-22')
  await eraseOldOrders(house.shop.api.context)
  expect(await isThere(customer, first)).toEqual(NEITHER)
})

test('an owner is notified again if the data was kept for more than a year after the first notice', {
  tags: ['slow'],
}, async () => {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer)
  await announceOn('2045-03-01')
  await house.shop.api.mailServer.take({ to: customer.user.email, subject: SOON })
  const restrict = (since: string) =>
    query(`update laboratory.user_account set restricted_at = ${since} where id = '${customer.user.id}'`)
  await restrict('now()')
  await announceOn('2047-01-01')
  await restrict('null')
  await deleteOldResults(house.shop.api.context)
  expect(await isThere(customer, result)).toEqual(BOTH)
  expect(mailsTo(customer)).toHaveLength(1)
  await announceOn('2047-01-02')
  await house.shop.api.mailServer.take({ to: customer.user.email, subject: SOON })
  await sweepOn('2047-02-01')
  expect(mailsTo(customer)).toHaveLength(2)
  expect(await isThere(customer, result)).toEqual(NEITHER)
})

test('a corrected result is kept for its years from the correction on', async () => {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer)
  await query(
    `update laboratory.analysis_result set changed_at = '2042-01-01' where id = '${result.analysisResultId}'`,
  )
  await sweepOn('2046-12-31')
  expect(await isThere(customer, result)).toEqual(BOTH)
  await sweepOn('2047-01-02')
  expect(await isThere(customer, result)).toEqual(NEITHER)
})

test('everything of an account is kept while it is restricted or has an open request about its data', {
  tags: ['slow'],
}, async () => {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer)
  const account = (restricted: string) =>
    query(`update laboratory.user_account set restricted_at = ${restricted} where id = '${customer.user.id}'`)
  await account('now()')
  await sweepOn('2050-01-01')
  expect(await isThere(customer, result)).toEqual(BOTH)
  await account('null')
  const { id } = await house.shop.api
    .client(
      (await house.shop.api.client().login({ username: customer.user.email, password: customer.password }))
        .access_token,
    )
    .askRight({ right: 'access', words: 'All of it.' })
  await sweepOn('2050-01-02')
  expect(await isThere(customer, result)).toEqual(BOTH)
  await query(
    `update laboratory.rights_request set state = 'granted', answered_at = now() where id = '${id}'`,
  )
  await sweepOn('2050-01-03')
  expect(await isThere(customer, result)).toEqual(NEITHER)
})

test('an order is kept while it has a refund to pay or a result; an unpaid order is erased like the others', {
  tags: ['slow'],
}, async () => {
  const customer = await house.shop.customer()
  const unpaid = await house.shop.placeOrder(customer)
  await customer.client.cancelOrder(unpaid.id)
  const paid = await paidOrder(house.shop, house.laboratory, customer)
  const twice = await paidOrder(house.shop, house.laboratory, customer)
  const refund = (state: string) => `insert into laboratory.payment_refund
    (id, transaction_id, owner_id, amount, state, version, ends_order, origin, reason, requested_at)
    select gen_random_uuid(), id, owner_id, 100, '${state}', 1, false, 'operator', 'A tube broke.', now()
    from laboratory.payment_transaction where order_id = '${paid.id}'`
  await query(refund('requested'))
  await query(`update laboratory.customer_order set refund_due = true where id = '${twice.id}'`)
  const kept = async () =>
    (
      await query(
        `select id from laboratory.customer_order where user_id = '${customer.user.id}' order by id`,
      )
    ).map((row) => row.id)
  await sweepOn('2047-01-01')
  expect(await kept()).toEqual([paid.id, twice.id])
  await query(`update laboratory.payment_refund set state = 'declined' where state = 'requested'`)
  await query(`update laboratory.customer_order set refund_due = false where id = '${twice.id}'`)
  await sweepOn('2047-01-02')
  expect(await kept()).toEqual([])
  expect(await query('select reason from laboratory.payment_refund')).toEqual([{ reason: null }])
})

test('large numbers are deleted in batches, including those of an erased account', {
  tags: ['slow'],
}, async () => {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer)
  // More orders than fit in one batch.
  for (let count = 0; count < 51; count++) await house.shop.placeOrder(customer)
  await customer.client.eraseAccount({ password: customer.password })
  const left = async () =>
    (await query('select 1 from laboratory.customer_order where user_id is null and erased_at is null'))
      .length
  expect(await left()).toBe(52)
  await sweepOn('2047-01-01')
  expect(await query(`select 1 from laboratory.test_result where id = '${result.id}'`)).toEqual([])
  expect(await query(`select 1 from laboratory.order_patient where order_id = '${result.order.id}'`)).toEqual(
    [],
  )
  expect(await left()).toBe(0)
})

test('two concurrent sweeps delete each result only once', { tags: ['slow'] }, async () => {
  const customer = await house.shop.customer()
  const results = [await reportedResult(house, customer), await reportedResult(house, customer)]
  const { context } = house.shop.api
  goTo('2046-12-01')
  await Promise.all([announceRemovals(context), announceRemovals(context)])
  const mails = `select 1 from jobs.job where data ->> 'template' = 'removal-ahead'
    and data ->> 'userId' = '${customer.user.id}'`
  expect(await query(mails)).toHaveLength(1)
  goTo('2047-01-01')
  await Promise.all([deleteOldResults(context), deleteOldResults(context)])
  await Promise.all([eraseOldOrders(context), eraseOldOrders(context)])
  for (const result of results) {
    expect(await isThere(customer, result)).toEqual(NEITHER)
    for (const id of [result.id, result.order.id]) {
      expect(
        await query(`select 1 from laboratory.audit_entry where actor = 'job' and object_id = '${id}'`),
      ).toHaveLength(1)
    }
  }
})

test('without the settings nothing is past its time', async () => {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer)
  goTo('2140-01-01')
  const { context } = house.shop.api
  const settings = { ...context.settings, retainResultsYears: null, retainOrdersYears: null }
  await announceRemovals({ ...context, settings })
  await deleteOldResults({ ...context, settings })
  await eraseOldOrders({ ...context, settings })
  expect(await isThere(customer, result)).toEqual(BOTH)
})
