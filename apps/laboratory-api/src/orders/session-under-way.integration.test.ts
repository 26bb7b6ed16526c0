import { randomUUID } from 'node:crypto'
import { patientToWire } from '@shop/contract/patients'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changedMeanwhile } from '../accounts/testing/changed-meanwhile.ts'
import { paidOrder } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { reportedResult } from '../results/testing/reported-result.ts'

// A thief's call that has begun while the owner ends every session, or the support does: with orders, people and papers too.

const house = laboratoryOfFile()
const AT = '2040-03-08T09:00:00+03:00'

async function stolen() {
  const { shop, laboratory } = house
  const customer = await shop.customer()
  const reported = await reportedResult(house, customer)
  const open = await paidOrder(shop, laboratory, customer)
  const words = { name: 'Anna Kowalska', email: customer.user.email, message: 'May I come later?' }
  await customer.client.sendSupportMessage(words)
  const [thread] = await customer.client.supportThreads()
  const { visit } = await customer.client.order(open.id)
  return { customer, client: customer.client, reported, open, words, thread: thread!, current: visit.start }
}
type Stolen = Awaited<ReturnType<typeof stolen>>

const CALLS: Record<string, (owner: Stolen) => Promise<unknown>> = {
  'a printed report': ({ client, customer, reported }) =>
    client.patientReport(reported.id, customer.patientId),
  'an order': ({ client, customer }) => client.createOrder(house.shop.orderOf(customer), randomUUID()),
  'the end of a paid order': ({ client, open }) => client.cancelOrder(open.id),
  'another time': ({ client, open, current }) => client.moveVisit(open.id, { start: AT, current }),
  'answers before the visit': ({ client, open }) => client.answerVisit(open.id, { people: [] }),
  'leave to see the tests': ({ client, open }) => client.answerTestsConsent(open.id, { isGranted: true }),
  'more about a question': ({ client, thread }) => client.replyToSupport(thread.id, { text: 'At nine?' }),
  'another name of a patient': ({ client, customer }) =>
    client.editPatient(
      customer.patientId,
      patientToWire({ firstName: 'Eva', lastName: 'Lis', gender: 'FEMALE', dateOfBirth: '1990-01-01' }),
    ),
  'the end of printed codes': ({ client, customer, reported }) =>
    client.endPaperCodes(reported.id, customer.patientId),
}

/** Of the account, with what hangs on it. */
async function stateOf(userId: string) {
  const { rows } = await house.database.queries.execute(sql`
    select
      (select array_agg((id, state, visit_start, visit_sequence) order by id)::text
        from laboratory.customer_order where user_id = ${userId}) as orders,
      (select array_agg((id, first_name, last_name))::text from laboratory.patient where user_id = ${userId}) as patients,
      (select count(*) from laboratory.report_document where owner_id = ${userId}) as papers,
      (select count(*) from laboratory.tests_consent where owner_id = ${userId}) as consents,
      (select count(*) from laboratory.support_message where owner_id = ${userId}) as questions,
      (select count(*) from laboratory.support_entry where owner_id = ${userId}) as words,
      (select count(*) from laboratory.payment_refund where owner_id = ${userId}) as refunds`)
  return rows
}

test.each(Object.keys(CALLS))(
  '%s of a session that ends meanwhile is refused and changes nothing',
  {
    tags: ['ASVS-7.4.3'],
  },
  async (name) => {
    const owner = await stolen()
    const { id } = owner.customer.user
    const before = await stateOf(id)
    const outcome = await changedMeanwhile(house.database, id, () => CALLS[name]!(owner))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 401, code: 'unauthorized' } })
    expect(await stateOf(id)).toEqual(before)
  },
)

test('a question of a session that ends meanwhile is never the account’s: refused, or a guest’s where it comes after the end', {
  tags: ['ASVS-7.4.3'],
}, async () => {
  const { client, words, customer } = await stolen()
  const { id } = customer.user
  const before = await stateOf(id)
  await changedMeanwhile(house.database, id, () =>
    client.sendSupportMessage({ ...words, message: 'And on Sunday?' }),
  )
  expect(await stateOf(id)).toEqual(before)
})
