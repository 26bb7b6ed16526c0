import { coversScope, type LaboratoryScope, type StaffRole } from '@shop/domain/staff'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paidOrder } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { BRANCH_ID } from '../orders/testing/order-fixture.ts'
import { reportedResult } from '../results/testing/reported-result.ts'
import { changeWhileLocked } from '../testing/change-while-locked.ts'
import { staffAccounts, staffGrants, staffSessions } from './tables.ts'
import { createStaff, everywhere, STAFF_PASSWORD, type TestStaff } from './testing/staff-fixture.ts'

// A desk call that is in progress while its role is taken away or its session is ended changes nothing.

const house = laboratoryOfFile()
const password = STAFF_PASSWORD
const REASON = 'A sample could not be used.'

/** The objects of the calls. */
async function things() {
  const { shop, laboratory } = house
  const customer = await shop.customer()
  const { analysisResultId } = await reportedResult(house, customer)
  await house.database.queries.execute(sql`update laboratory.analysis_result set has_critical = true`)
  const order = await paidOrder(shop, laboratory, customer)
  const words = { name: 'Anna Kowalska', email: customer.user.email, message: `May I? ${order.number}` }
  const { reference } = await customer.client.sendSupportMessage(words)
  const support = await createStaff(shop.api, everywhere('support'))
  const message = (await support.client.deskMessages()).find((one) => one.reference === reference)!.id
  const right = await customer.client.askRight({ right: 'objection', words: order.number })
  const finance = await createStaff(shop.api, everywhere('finance'))
  const [payment] = (await finance.client.listPayments({ find: order.number })).payments
  const { transactions } = await finance.client.readPayment(payment!.id)
  const colleague = await createStaff(shop.api, everywhere('reception'))
  return {
    customer,
    order: order.id,
    critical: analysisResultId,
    message,
    right: right.id,
    transaction: transactions[0]!.id,
    colleague,
  }
}
type Things = Awaited<ReturnType<typeof things>>
type Call = (staff: TestStaff['client'], about: Things) => Promise<unknown>

const mine = { version: 0, mine: true }
const CALLS: Record<string, [StaffRole, Call]> = {
  'a note': ['reception', (staff, { order }) => staff.addOrderNote(order, { text: 'Comes at nine.' })],
  'an arrival': [
    'reception',
    (staff, { order }) => staff.arriveAtVisit(order, { version: 0, identityChecked: true }),
  ],
  'a cancelled order': [
    'support',
    (staff, { order }) => staff.cancelAtDesk(order, { state: 'paid', reason: REASON, isAgreed: true }),
  ],
  'the end of a patient’s sessions': [
    'support',
    (staff, { order }) => staff.endSessionsByOrder(order, { password, reason: REASON }),
  ],
  'the end of a questioner’s sessions': [
    'support',
    (staff, { message }) => staff.endSessionsByMessage(message, { password }),
  ],
  'an answer': [
    'support',
    (staff, { message }) => staff.answerMessage(message, { version: 0, text: 'Yes.', close: true }),
  ],
  'an assigned question': ['support', (staff, { message }) => staff.assignMessage(message, mine)],
  'showing the tests for a reason': [
    'support',
    (staff, { order }) => staff.openOrderTests(order, { reason: 'Asks whether iron is among them.' }),
  ],
  'an export of an account': ['privacy', (staff, { right }) => staff.exportByRight(right)],
  'a refund': [
    'finance',
    (staff, { transaction }) =>
      staff.requestRefund(transaction, {
        amount: { price: 1, currency: 'BYN' },
        reason: REASON,
        endsOrder: false,
        version: 0,
      }),
  ],
  'a call about a critical value': [
    'laboratory',
    (staff, { critical }) =>
      staff.noteCriticalCall(critical, { version: 1, outcome: 'reached', called: 'Dr Lis', saidBack: '61' }),
  ],
  'a request about data': ['privacy', (staff, { right }) => staff.assignRight(right, mine)],
  'a change of a colleague’s role': [
    'administrator',
    (staff, { colleague }) =>
      staff.changeStaffRoles(colleague.staffId, {
        password,
        version: 1,
        grants: [{ role: 'administrator', laboratoryIds: null }],
      }),
  ],
  'the end of a colleague’s access': [
    'administrator',
    (staff, { colleague }) => staff.endStaff(colleague.staffId, { password }),
  ],
  'an invitation': [
    'administrator',
    (staff, { colleague }) =>
      staff.inviteStaff({
        password,
        email: `guest-${colleague.staffId}@laboratory.example`,
        name: 'Eva Lis',
        locale: 'en',
        grants: [{ role: 'administrator', laboratoryIds: null }],
      }),
  ],
}

/** The state of these objects. */
async function stateOf({ customer, order, message, right, critical, colleague }: Things) {
  const { rows } = await house.database.queries.execute(sql`
    select
      (select state from laboratory.customer_order where id = ${order}) as state,
      (select count(*) from laboratory.desk_event where order_id = ${order}) as events,
      (select count(*) from laboratory.visit_progress where order_id = ${order}) as visits,
      (select count(*) from laboratory.access_token where user_id = ${customer.user.id}) as sessions,
      (select version from laboratory.support_message where id = ${message}) as question,
      (select count(*) from laboratory.support_entry where message_id = ${message}) as answers,
      (select count(*) from laboratory.payment_refund where owner_id = ${customer.user.id}) as refunds,
      (select count(*) from laboratory.critical_call where analysis_result_id = ${critical}) as calls,
      (select version from laboratory.rights_request where id = ${right}) as request,
      (select count(*) from laboratory.rights_step where request_id = ${right}) as steps,
      (select version from laboratory.staff_account where id = ${colleague.staffId}) as colleague,
      (select count(*) from laboratory.staff_account where email like ${`guest-${colleague.staffId}%`}) as guests`)
  return rows
}

/** Lets a call get as far as locking its caller's account, and makes the change at that point. */
function changeDuring(
  { staffId }: TestStaff,
  act: () => Promise<unknown>,
  change: Parameters<typeof changeWhileLocked>[1]['change'],
) {
  return changeWhileLocked(house.database, {
    lock: (queries) =>
      queries.select().from(staffAccounts).where(eq(staffAccounts.id, staffId)).for('update'),
    act,
    change,
  })
}

test.each(Object.keys(CALLS))(
  '%s is refused and changes nothing if the role is taken away in the meantime',
  {
    tags: ['ASVS-8.3.1'],
  },
  async (name) => {
    const [role, call] = CALLS[name]!
    const about = await things()
    const staff = await createStaff(house.shop.api, everywhere(role), everywhere('catalogue'))
    const before = await stateOf(about)
    const outcome = await changeDuring(
      staff,
      () => call(staff.client, about),
      (queries) =>
        queries
          .delete(staffGrants)
          .where(and(eq(staffGrants.staffId, staff.staffId), eq(staffGrants.role, role))),
    )
    expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 403, code: 'forbidden' } })
    expect(await stateOf(about)).toEqual(before)
  },
)

test('a call changes nothing if its session is ended in the meantime', {
  tags: ['ASVS-7.4.3'],
}, async () => {
  const about = await things()
  const staff = await createStaff(house.shop.api, everywhere('reception'))
  const before = await stateOf(about)
  const outcome = await changeDuring(
    staff,
    () => staff.client.addOrderNote(about.order, { text: 'Comes at nine.' }),
    (queries) => queries.delete(staffSessions).where(eq(staffSessions.staffId, staff.staffId)),
  )
  expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 401, code: 'unauthorized' } })
  expect(await stateOf(about)).toEqual(before)
})

test('a role that loses this laboratory in the meantime no longer counts there', {
  tags: ['ASVS-8.2.2'],
}, async () => {
  const about = await things()
  const { staffId, ...staff } = await createStaff(house.shop.api, everywhere('reception'))
  const outcome = await changeDuring(
    { staffId, ...staff },
    () => staff.client.addOrderNote(about.order, { text: 'Comes at nine.' }),
    (queries) =>
      queries
        .update(staffGrants)
        .set({ laboratoryIds: [BRANCH_ID + 1] })
        .where(eq(staffGrants.staffId, staffId)),
  )
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: expect.stringMatching(/for|not_/) } })
})

test('a scope covers another if it contains all of its laboratories', () => {
  const cases: [LaboratoryScope, LaboratoryScope, boolean][] = [
    ['all', 'all', true],
    ['all', [1], true],
    [[1, 2], [1], true],
    [[1], [1, 2], false],
    [[1, 2], 'all', false],
    [[], [], true],
  ]
  for (const [scope, other, covers] of cases) expect(coversScope(scope, other)).toBe(covers)
})
