import { randomUUID } from 'node:crypto'
import { acceptedDocumentSchema } from '@shop/contract/accounts'
import { patientToWire } from '@shop/contract/patients'
import { eq, sql } from 'drizzle-orm'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { paidOrder } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import type { Customer } from '../orders/testing/order-fixture.ts'
import { reportedResult } from '../results/testing/reported-result.ts'
import { readOperations } from '../testing/operations.ts'
import { codeOf, TEST_PASSWORD, type TestUser } from '../testing/test-api.ts'
import { proveAgain } from './second-factor/testing/proofs.ts'
import { createTestAuthenticator } from './second-factor/testing/test-authenticator.ts'
import { acceptedDocuments } from './tables.ts'
import { changeAccountWhileLocked } from './testing/change-account-while-locked.ts'

// A thief's call under way when the owner or support ends every session must leave nothing behind.

const house = laboratoryOfFile()

type Call = () => Promise<unknown>
/** Prepares what the call needs; returns the user whose session ends, and the call. */
type Ready = () => Promise<{ user: { id: string }; call: Call }>

const ofAccount =
  (ready: (owner: TestUser) => Promise<Call>): Ready =>
  async () => {
    const owner = await house.shop.api.registerConfirmedUser()
    await proveAgain(house.shop, owner)
    return { user: owner.user, call: await ready(owner) }
  }
const ofCustomer =
  (ready: (customer: Customer) => Promise<Call>): Ready =>
  async () => {
    const customer = await house.shop.customer()
    return { user: customer.user, call: await ready(customer) }
  }
type Result = Awaited<ReturnType<typeof reportedResult>>
const ofResult = (ready: (customer: Customer, result: Result) => Promise<Call> | Call) =>
  ofCustomer(async (customer) => ready(customer, await reportedResult(house, customer)))
type Order = Awaited<ReturnType<typeof paidOrder>> & { current: string }
const ofOrder = (ready: (customer: Customer, order: Order) => Call) =>
  ofCustomer(async (customer) => {
    const order = await paidOrder(house.shop, house.laboratory, customer)
    const { visit } = await customer.client.order(order.id)
    return ready(customer, { ...order, current: visit.start })
  })

const codeOfApp = (secret: string) =>
  generate({ secret, epoch: Math.floor(house.shop.clock.now.getTime() / 1000) })

async function withApp(owner: TestUser) {
  const { secret } = await owner.client.setUpTotp()
  await owner.client.turnTotpOn({ code: await codeOfApp(secret) })
}

async function startedPasskey({ client }: TestUser) {
  const { challengeId, options } = await client.startPasskey()
  return { challengeId, response: createTestAuthenticator('http://shop.example').create(options), name: 'x' }
}

async function withPasskey(owner: TestUser): Promise<string> {
  await owner.client.addPasskey(await startedPasskey(owner))
  const [passkey] = (await owner.client.secondFactor()).passkeys
  return passkey!.id
}

/** Gives the account a new address, not confirmed yet. */
async function withNewAddress({ client, user: { id, firstName, lastName, email: former } }: TestUser) {
  const email = `owner-${randomUUID()}@mail.example`
  await client.editUser(id, { firstName, lastName, email })
  // The mails' job locks the account too, so it has to finish first.
  for (const to of [email, former]) await house.shop.api.mailServer.take({ to, subject: /e-mail/i })
}

const words = 'No e-mails, please.'

/** By operation, with a variant where there is more than one. */
const CALLS: Record<string, Ready> = {
  acceptDocuments: ofAccount(async ({ client, user }) => {
    await house.database.queries.delete(acceptedDocuments).where(eq(acceptedDocuments.userId, user.id))
    const documents = await client.documents()
    const asked = documents.filter(({ requiresAcceptance }) => requiresAcceptance)
    const accepted = asked.map((document) => acceptedDocumentSchema.parse(document))
    return () => client.acceptDocuments({ acceptedDocuments: accepted })
  }),
  'activate (by the code)': async () => {
    const { user, client } = await house.shop.api.registerUser()
    const token = codeOf(await house.shop.api.mailServer.take({ to: user.email }))
    return { user, call: () => client.activate({ token }) }
  },
  addPasskey: ofAccount(async (owner) => {
    const made = await startedPasskey(owner)
    return () => owner.client.addPasskey(made)
  }),
  agreeToVisit: ofOrder(
    ({ client }, { id, current }) =>
      () =>
        client.agreeToVisit(id, { current }),
  ),
  answerTestsConsent: ofOrder(
    ({ client }, { id }) =>
      () =>
        client.answerTestsConsent(id, { isGranted: true }),
  ),
  answerVisit: ofOrder(
    ({ client }, { id }) =>
      () =>
        client.answerVisit(id, { people: [] }),
  ),
  askRight: ofAccount(
    async ({ client }) =>
      () =>
        client.askRight({ right: 'objection', words }),
  ),
  'cancelOrder (paid)': ofOrder(
    ({ client }, { id }) =>
      () =>
        client.cancelOrder(id),
  ),
  'cancelOrder (unpaid)': ofCustomer(async (customer) => {
    const { id } = await house.shop.placeOrder(customer)
    return () => customer.client.cancelOrder(id)
  }),
  changePassword: ofAccount(
    async ({ client }) =>
      () =>
        client.changePassword({ currentPassword: TEST_PASSWORD, newPassword: 'seven quiet bridges 12' }),
  ),
  createOrder: ofCustomer(
    async (customer) => () => customer.client.createOrder(house.shop.orderOf(customer), randomUUID()),
  ),
  createPatient: ofAccount(async (owner) => () => house.shop.api.createPatient(owner)),
  createShare: ofResult(
    ({ client, patientId }, { id }) =>
      () =>
        client.createShare(id, patientId, { days: 30 }),
  ),
  deletePatient: ofCustomer(
    async ({ client, patientId }) =>
      () =>
        client.deletePatient(patientId),
  ),
  dropPendingEmail: ofAccount(async (owner) => {
    await withNewAddress(owner)
    return () => owner.client.dropPendingEmail()
  }),
  dropRepeat: ofResult(async ({ client, patientId }, { id }) => {
    await client.planRepeat(id, patientId, { month: '2040-06-01' })
    return () => client.dropRepeat(id, patientId)
  }),
  editPatient: ofCustomer(
    async ({ client, patientId }) =>
      () =>
        client.editPatient(
          patientId,
          patientToWire({ firstName: 'Eva', lastName: 'Lis', gender: 'FEMALE', dateOfBirth: '1990-01-01' }),
        ),
  ),
  editUser: ofAccount(async ({ client, user: { id, firstName, lastName } }) => {
    const email = `thief-${randomUUID()}@mail.example`
    return () => client.editUser(id, { firstName, lastName, email })
  }),
  endPaperCodes: ofResult(
    ({ client, patientId }, { id }) =>
      () =>
        client.endPaperCodes(id, patientId),
  ),
  endProcessingLimit: ofAccount(async ({ client, user }) => {
    await client.askRight({ right: 'objection', words })
    await house.shop.api.mailServer.take({ to: user.email })
    return () => client.endProcessingLimit('objection')
  }),
  eraseAccount: ofAccount(
    async ({ client }) =>
      () =>
        client.eraseAccount({ password: TEST_PASSWORD }),
  ),
  exportAccount: ofAccount(
    async ({ client }) =>
      () =>
        client.exportAccount(),
  ),
  moveVisit: ofOrder(
    ({ client }, { id, current }) =>
      () =>
        client.moveVisit(id, { start: '2040-03-08T09:00:00+03:00', current }),
  ),
  patientReport: ofResult(
    ({ client, patientId }, { id }) =>
      () =>
        client.patientReport(id, patientId),
  ),
  'payOrder (on the page that is open)': ofCustomer(async (customer) => {
    const { id } = await house.shop.placeOrder(customer)
    return () => customer.client.payOrder(id)
  }),
  'payOrder (on a new page)': ofCustomer(async (customer) => {
    const { id, token } = await house.shop.placeOrder(customer)
    house.shop.bepaid.conclude(token, 'failed')
    await house.shop.notify(house.shop.bepaid.notification(token))
    return () => customer.client.payOrder(id)
  }),
  planRepeat: ofResult(
    ({ client, patientId }, { id }) =>
      () =>
        client.planRepeat(id, patientId, { month: '2040-06-01' }),
  ),
  proveOwner: ofAccount(
    async ({ client }) =>
      () =>
        client.proveOwner({ password: TEST_PASSWORD }),
  ),
  removePasskey: ofAccount(async (owner) => {
    const id = await withPasskey(owner)
    return () => owner.client.removePasskey(id)
  }),
  renamePasskey: ofAccount(async (owner) => {
    const id = await withPasskey(owner)
    return () => owner.client.renamePasskey(id, { name: 'A thief’s' })
  }),
  renewRecoveryCodes: ofAccount(async (owner) => {
    await withApp(owner)
    return () => owner.client.renewRecoveryCodes()
  }),
  replyToSupport: ofCustomer(async ({ client, user: { email } }) => {
    await client.sendSupportMessage({ name: 'Anna Kowalska', email, message: 'May I come later?' })
    const [thread] = await client.supportThreads()
    return () => client.replyToSupport(thread!.id, { text: 'At nine?' })
  }),
  revokeOtherSessions: ofAccount(
    async ({ client }) =>
      () =>
        client.revokeOtherSessions(),
  ),
  revokeSession: ofAccount(async ({ client }) => {
    const [session] = await client.sessions()
    return () => client.revokeSession(session!.id)
  }),
  revokeShare: ofResult(async ({ client, patientId }, { id }) => {
    await client.createShare(id, patientId, { days: 30 })
    const [share] = await client.shares(id, patientId)
    return () => client.revokeShare(id, patientId, share!.id)
  }),
  sendActivationEmail: ofAccount(async (owner) => {
    await withNewAddress(owner)
    return () => owner.client.sendActivationEmail()
  }),
  setUpTotp: ofAccount(
    async ({ client }) =>
      () =>
        client.setUpTotp(),
  ),
  startPasskey: ofAccount(
    async ({ client }) =>
      () =>
        client.startPasskey(),
  ),
  turnTotpOff: ofAccount(async (owner) => {
    await withApp(owner)
    return () => owner.client.turnTotpOff()
  }),
  turnTotpOn: ofAccount(async ({ client }) => {
    const code = await codeOfApp((await client.setUpTotp()).secret)
    return () => client.turnTotpOn({ code })
  }),
}

/** Calls that change something but may complete all the same. */
const MAY_GO_ON: Record<string, string> = {
  checkPayment: 'it asks the provider about the order, as happens without any session, and reads the order',
  logout: 'it ends the session, which has already ended',
  sendSupportMessage: 'a guest may write too: tested below',
}

/** Calls that only read, but give out more than was read before. */
const GIVES_OUT = ['exportAccount', 'patientReport']

/** The state of the account and its dependent rows. */
async function stateOf(userId: string) {
  const { rows } = await house.database.queries.execute(sql`
    select email, pending_email, email_confirmed_at, objected_at, password_hash,
      (select count(*) from laboratory.accepted_document where user_id = u.id) as documents,
      (select array_agg((id, name))::text from laboratory.passkey where user_id = u.id) as passkeys,
      (select row (confirmed_at, sealed_secret) from laboratory.totp where user_id = u.id)::text as app,
      (select array_agg(code_hash order by code_hash)
        from laboratory.recovery_code where user_id = u.id) as codes,
      (select array_agg((id, first_name, last_name))::text
        from laboratory.patient where user_id = u.id) as patients,
      (select array_agg((id, state, visit_start, visit_sequence) order by id)::text
        from laboratory.customer_order where user_id = u.id) as orders,
      (select array_agg((id, state) order by id)::text
        from laboratory.payment_attempt where owner_id = u.id) as pages,
      (select count(*) from laboratory.payment_refund where owner_id = u.id) as refunds,
      (select count(*) from laboratory.report_document where owner_id = u.id) as papers,
      (select array_agg((id, revoked_at))::text from laboratory.result_share where user_id = u.id) as shares,
      (select array_agg((month, told_at))::text from laboratory.planned_repeat where user_id = u.id) as repeats,
      (select count(*) from laboratory.tests_consent where owner_id = u.id) as consents,
      (select count(*) from laboratory.support_message where owner_id = u.id) as questions,
      (select count(*) from laboratory.support_entry where owner_id = u.id) as words,
      (select count(*) from jobs.job where data->>'userId' = u.id::text) as mails
    from laboratory.user_account u where id = ${userId}`)
  return rows
}

test.each(Object.keys(CALLS))(
  '%s is refused and changes nothing when its session ends during the call',
  {
    tags: ['ASVS-7.4.3', 'slow'],
  },
  async (name) => {
    const { user, call } = await CALLS[name]!()
    const before = await stateOf(user.id)
    const outcome = await changeAccountWhileLocked(house.database, user.id, call)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { status: 401, code: 'unauthorized' } })
    expect(await stateOf(user.id)).toEqual(before)
  },
)

test('a support message is never the account’s when its session ends during the call: it is refused, or a guest’s if it arrives after the end', {
  tags: ['ASVS-7.4.3'],
}, async () => {
  const { client, user } = await house.shop.customer()
  const before = await stateOf(user.id)
  const question = { name: 'Anna Kowalska', email: user.email, message: 'And on Sunday?' }
  await changeAccountWhileLocked(house.database, user.id, () => client.sendSupportMessage(question))
  expect(await stateOf(user.id)).toEqual(before)
})

test('every call by which a session changes something is tried above or may complete', {
  tags: ['ASVS-7.4.3'],
}, async () => {
  const operations = await readOperations(house.shop.api)
  const ofSessions = operations.filter(({ operation }) => operation.security?.some(({ user }) => user))
  const changing = ofSessions.filter(
    ({ method, operation }) => method !== 'GET' || GIVES_OUT.includes(operation.operationId),
  )
  const tried = new Set(Object.keys(CALLS).map((name) => name.split(' ')[0]!))
  const decided = [...tried, ...Object.keys(MAY_GO_ON)]
  expect(decided.toSorted()).toEqual(changing.map(({ operation }) => operation.operationId).toSorted())
})
