import { PATIENTLY } from '@shop/database/testing/patience'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { users } from '../accounts/tables.ts'
import { paidOrder } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { maskedAddress } from '../orders/mails/keep-mails.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'

const house = laboratoryOfFile()
const support = async () => (await createStaff(house.shop.api, everywhere('support'))).client
type Client = Awaited<ReturnType<typeof support>>

async function order() {
  const customer = await house.shop.customer()
  return { customer, ...(await paidOrder(house.shop, house.laboratory, customer)) }
}

const mailsOf = async (client: Client, id: string, kind: string) =>
  (await client.deskOrder(id)).mails.filter((mail) => mail.kind === kind)

/** Waits until the newest mail of this kind is in this state, and returns it. */
async function mailIn(client: Client, id: string, [kind, state]: [kind: string, state: string]) {
  return vi.waitFor(async () => {
    const [mail] = await mailsOf(client, id, kind)
    expect(mail).toMatchObject({ kind, state })
    return mail!
  }, PATIENTLY)
}

test('an order’s page shows which mails there were, when and to whom, without the full address', async () => {
  const { id, customer } = await order()
  const client = await support()
  const sent = await mailIn(client, id, ['orderPaid', 'sent'])
  const { email } = customer.user
  expect(sent.to).toBe(`${email[0]}•••@${email.split('@')[1]}`)
  expect(Date.parse(sent.endedAt!)).toBeGreaterThanOrEqual(Date.parse(sent.queuedAt))
  const { mails } = await client.deskOrder(id)
  expect(mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['orderReceived', 'laboratoryOrder']))
  expect(mails.map(({ queuedAt }) => queuedAt)).toEqual(
    mails
      .map(({ queuedAt }) => queuedAt)
      .toSorted()
      .reverse(),
  )
  expect(JSON.stringify(mails)).not.toContain(email)
  expect(maskedAddress('я@mail.example')).toBe('я•••@mail.example')
})

test('a mail is sent again with the order’s current state, and of two concurrent requests only one sends it', {
  tags: ['slow'],
}, async () => {
  const { id, number, customer } = await order()
  const client = await support()
  const first = await mailIn(client, id, ['orderPaid', 'sent'])
  const subject = new RegExp(`Order ${number} is paid`)
  const to = customer.user.email
  await house.shop.api.mailServer.take({ to, subject })
  const both = await Promise.allSettled([
    client.repeatOrderMail(id, first.id),
    client.repeatOrderMail(id, first.id),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({
    status: 409,
    code: 'stale_write',
    body: { changed: { by: 'Olga Novik', change: 'mailRepeated' } },
  })
  await house.shop.api.mailServer.take({ to, subject })
  const again = await mailIn(client, id, ['orderPaid', 'sent'])
  expect(again).toMatchObject({ mayRepeat: true })
  expect(again.id).not.toBe(first.id)
  const known = await mailsOf(client, id, 'orderPaid')
  expect(known.map((mail) => [mail.id, mail.mayRepeat])).toEqual([
    [again.id, true],
    [first.id, false],
  ])
  expect((await client.deskOrder(id)).history[0]).toMatchObject({ kind: 'mailRepeated', by: 'Olga Novik' })
  // The order no longer waits for a payment, whether or not this mail was sent while it did.
  const received = await vi.waitFor(async () => {
    const [mail] = await mailsOf(client, id, 'orderReceived')
    expect(mail!.state).not.toBe('waiting')
    return mail!
  }, PATIENTLY)
  if (received.state === 'sent') await client.repeatOrderMail(id, received.id)
  await vi.waitFor(async () => {
    const [mail] = await mailsOf(client, id, 'orderReceived')
    expect(mail).toMatchObject({ state: 'dropped', to: null, mayRepeat: false })
  }, PATIENTLY)
  const { client: elsewhere } = await createStaff(house.shop.api, { role: 'support', laboratoryIds: [2] })
  await expect(elsewhere.repeatOrderMail(id, again.id)).rejects.toMatchObject({ status: 404 })
  const other = await order()
  await expect(client.repeatOrderMail(other.id, again.id)).rejects.toMatchObject({ status: 404 })
})

test('after an outage of the mail server, of two moves only the last is mailed, to the patient and the laboratory', {
  tags: ['slow'],
}, async () => {
  const { id, customer } = await order()
  const client = await support()
  const statesAre = async (kind: string, states: string[]) =>
    vi.waitFor(
      async () => expect((await mailsOf(client, id, kind)).map(({ state }) => state)).toEqual(states),
      PATIENTLY,
    )
  const { mailServer } = house.shop.api
  mailServer.refuse(451)
  onTestFinished(() => mailServer.refuse(null))
  for (const start of ['2040-03-12T09:00:00+03:00', '2040-03-12T09:15:00+03:00']) {
    const { visit } = await customer.client.order(id)
    await customer.client.moveVisit(id, { start, current: visit.start })
  }
  const kinds = ['visitMoved', 'visitMovedNotice'] as const
  // Dropped even before the server is back.
  for (const kind of kinds) await statesAre(kind, ['waiting', 'dropped'])
  mailServer.refuse(null)
  for (const kind of kinds) await statesAre(kind, ['sent', 'dropped'])
  const mail = await mailServer.take({ to: customer.user.email, subject: /A new time for your visit/ })
  expect(mail.text).toContain('9:15')
})

test('a refused mail about a move is sent when staff repeat it, although a later move has been mailed', {
  tags: ['slow'],
}, async () => {
  const { id, customer } = await order()
  const client = await support()
  const { mailServer } = house.shop.api
  const to = customer.user.email
  const subject = /A new time for your visit/
  const moveTo = async (start: string) => {
    const { visit } = await customer.client.order(id)
    await customer.client.moveVisit(id, { start, current: visit.start })
  }
  mailServer.refuseRecipient(to)
  await moveTo('2040-03-13T09:00:00+03:00')
  const refused = await mailIn(client, id, ['visitMoved', 'refused'])
  mailServer.refuseRecipient(to, false)
  await moveTo('2040-03-13T09:15:00+03:00')
  await mailServer.take({ to, subject })
  await client.repeatOrderMail(id, refused.id)
  // With the visit's present time.
  expect((await mailServer.take({ to, subject })).text).toContain('9:15')
  await vi.waitFor(
    async () =>
      expect((await mailsOf(client, id, 'visitMoved')).map(({ state }) => state)).toEqual(['sent', 'sent']),
    PATIENTLY,
  )
})

test('a confirmation of a cancelled order is dropped when it is sent again', async () => {
  const { id, customer } = await order()
  const client = await support()
  const first = await mailIn(client, id, ['orderPaid', 'sent'])
  await customer.client.cancelOrder(id)
  expect((await client.deskOrder(id)).state).toBe('refunded')
  await client.repeatOrderMail(id, first.id)
  await vi.waitFor(async () => {
    const [mail] = await mailsOf(client, id, 'orderPaid')
    expect(mail!.id).not.toBe(first.id)
    expect(mail).toMatchObject({ state: 'dropped', to: null, mayRepeat: false })
  }, PATIENTLY)
  // It would only be dropped again.
  const [dropped] = await mailsOf(client, id, 'orderPaid')
  await expect(client.repeatOrderMail(id, dropped!.id)).rejects.toMatchObject({ status: 409 })
})

test('a refused mail is retried as the same job, as from the machine room', { tags: ['slow'] }, async () => {
  const { id, customer } = await order()
  const client = await support()
  await mailIn(client, id, ['orderPaid', 'sent'])
  house.shop.api.mailServer.refuseRecipient(customer.user.email)
  const sent = await mailIn(client, id, ['orderPaid', 'sent'])
  await client.repeatOrderMail(id, sent.id)
  const refused = await mailIn(client, id, ['orderPaid', 'refused'])
  const { client: administrator } = await createStaff(house.shop.api, everywhere('administrator'))
  const troubled = async () => (await administrator.machineRoom()).jobs.filter((job) => job.id === refused.id)
  const [before] = await troubled()
  expect(before).toMatchObject({ isRefused: true, template: 'orderPaid' })
  await client.repeatOrderMail(id, refused.id)
  await vi.waitFor(async () => expect((await troubled())[0]?.at).not.toBe(before!.at), PATIENTLY)
  expect(await mailsOf(client, id, 'orderPaid')).toHaveLength(2)
})

test('stored mail records are exported, lose their address with the account, and are not used while it is restricted', async () => {
  const { id, customer } = await order()
  const client = await support()
  const sent = await mailIn(client, id, ['orderPaid', 'sent'])
  const exported = (await (await customer.client.exportAccount()).json()) as { orders: { mails: object[] }[] }
  expect(exported.orders[0]!.mails).toContainEqual(
    expect.objectContaining({ template: 'orderPaid', outcome: 'sent', sentTo: sent.to }),
  )
  const restrict = (restrictedAt: Date | null) =>
    house.database.queries.update(users).set({ restrictedAt }).where(eq(users.id, customer.user.id))
  await restrict(new Date())
  await expect(client.repeatOrderMail(id, sent.id)).rejects.toMatchObject({ code: 'processing_restricted' })
  await restrict(null)
  await customer.client.eraseAccount({ password: customer.password })
  expect((await client.deskOrder(id)).mails.map(({ to }) => to)).toEqual(
    expect.not.arrayContaining([expect.stringContaining('•')]),
  )
})
