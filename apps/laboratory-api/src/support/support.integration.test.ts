import { supportMessageSentSchema } from '@shop/contract/support'
import { ownServerProof } from '@shop/server/own-server'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { createStaff, everywhere, type TestStaff } from '../staff/testing/staff-fixture.ts'
import { apiOfFile, DAY, HOUR } from '../testing/api-of-file.ts'
import type { TestUser } from '../testing/test-api.ts'
import { deleteOldSupportMessages } from './support-personal-data.ts'
import { supportMessages } from './tables.ts'

const shop = apiOfFile()
const MESSAGE = {
  name: 'Anna Kowalska',
  email: 'anna@mail.example',
  message: 'May I move my visit?\nOn Thursday, please. <b>Thank you</b>',
  orderNumber: '1000014',
}

function send(body: unknown, headers: Record<string, string> = {}) {
  return shop.api.request('POST', 'support-messages', { body, headers })
}

test('a guest’s message reaches the support, who can answer it, and the sender gets its number', async () => {
  const email = 'answer.me@mail.example'
  const answer = await send({ ...MESSAGE, email }, { 'Accept-Language': 'ru' })
  expect(answer.status).toBe(201)
  const { reference } = supportMessageSentSchema.parse(await answer.json())
  expect(reference).toMatch(/^S-[2-9A-HJ-NP-Z]{8}$/)

  const toSupport = await shop.api.mailServer.take({
    to: 'support@shop.example',
    subject: new RegExp(reference),
  })
  expect(toSupport.subject).toBe(`Support message ${reference}`)
  expect(toSupport.replyTo).toMatchObject([{ address: email }])
  expect(toSupport.text).toContain('> On Thursday, please. <b>Thank you</b>')
  expect(toSupport.text).toContain('Order: 1000014')
  expect(toSupport.html).toContain('&lt;b&gt;Thank you&lt;/b&gt;')

  const copy = await shop.api.mailServer.take({ to: email })
  expect(copy.subject).toBe(`Ваше обращение ${reference}`)
  // The text is not repeated: the form must not become a way to send texts to strangers.
  expect(copy.text).not.toContain('Thursday')
})

test('a message whose reply was lost is not mailed again and gets its number', async () => {
  const lost = { ...MESSAGE, message: 'Did this arrive?' }
  const reference = async () => (await (await send(lost)).json()).reference
  const concurrent = await Promise.all([reference(), reference(), reference()])
  expect(new Set([...concurrent, await reference()]).size).toBe(1)
})

test('the same words from a guest and from the account with that address are two questions, and neither learns of the other', {
  tags: ['ASVS-8.2.2'],
}, async () => {
  const { user, client } = await shop.api.registerConfirmedUser()
  const words = { ...MESSAGE, email: user.email, message: 'Where is my order?' }
  const own = await client.sendSupportMessage(words)
  const guests = await shop.api.client().sendSupportMessage(words)
  expect(guests.reference).not.toBe(own.reference)
  expect(await client.sendSupportMessage(words)).toEqual(own)
  const stranger = await shop.api.registerUser()
  expect((await stranger.client.sendSupportMessage(words)).reference).not.toBe(own.reference)
  expect(await client.supportThreads()).toHaveLength(1)
})

test('the name or the number cannot smuggle in a header', { tags: ['ASVS-1.3.11'] }, async () => {
  const answer = await send({
    ...MESSAGE,
    name: 'Anna\r\nBcc: all@mail.example',
    orderNumber: 'x\r\nBcc: all@mail.example',
  })
  expect(answer.status).toBe(201)
  const { reference } = (await answer.json()) as { reference: string }
  const mail = await shop.api.mailServer.take({
    to: 'support@shop.example',
    subject: new RegExp(reference),
  })
  expect(mail.recipients).toEqual(['support@shop.example'])
  expect(mail.bcc ?? []).toEqual([])
})

test('every field is checked', async () => {
  const answer = await send({
    name: '',
    email: 'nobody',
    message: 'x'.repeat(5001),
    orderNumber: 'x'.repeat(41),
  })
  expect(answer.status).toBe(422)
  const { errors } = (await answer.json()) as { errors: { path: string }[] }
  expect(errors.map(({ path }) => path).sort()).toEqual(['email', 'message', 'name', 'orderNumber'])
})

test('one address may send twenty messages an hour', { tags: ['ASVS-2.4.1'] }, async () => {
  const headers = {
    'X-Client-Address': '192.0.2.20',
    'X-Client-Address-Secret': ownServerProof(shop.api.context.settings.clientAddressSecret),
  }
  const answers = await Promise.all(Array.from({ length: 25 }, () => send(MESSAGE, headers)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('a mailbox gets at most five copies an hour; the support gets every message', async () => {
  using mailed = vi.spyOn(shop.api.context.mail, 'send')
  const countOf = (template: string) => mailed.mock.calls.filter(([, name]) => name === template).length
  const email = 'somebody.else@mail.example'
  for (let round = 1; round <= 7; round++) {
    expect((await send({ ...MESSAGE, email, message: `Round ${round}` })).status).toBe(201)
  }
  expect([countOf('sealed-support-message'), countOf('support-copy')]).toEqual([7, 5])
  shop.clock.pass(HOUR)
  await send({ ...MESSAGE, email, message: 'Round 8' })
  expect(countOf('support-copy')).toBe(6)
})

/** A question from an account; returns the account and the reference. */
async function asked(message: string, more: object = {}) {
  const person = await shop.api.registerUser()
  const sent = { name: 'Anna Kowalska', email: person.user.email, message, ...more }
  const { reference } = await person.client.sendSupportMessage(sent)
  return { person, reference }
}
const support = () => createStaff(shop.api, everywhere('support'))
async function threadOf({ client }: TestStaff, reference: string) {
  const found = (await client.deskMessages()).find((one) => one.reference === reference)!
  return client.deskThread(found.id)
}

test('the support takes a question and answers it by mail in one conversation; the account shows the answer', {
  tags: ['slow'],
}, async () => {
  const { person, reference } = await asked('May I come on Thursday?')
  const staff = await support()
  const thread = await threadOf(staff, reference)
  expect(thread).toMatchObject({
    assignee: null,
    isGuest: false,
    order: null,
    waitingSince: expect.any(String),
  })
  const { id } = thread
  await staff.client.assignMessage(id, { version: 0, mine: true })
  expect(await staff.client.deskMessages({ list: 'mine' })).toMatchObject([
    { id, assignee: { name: 'Olga Novik' }, excerpt: 'May I come on Thursday?' },
  ])
  await staff.client.answerMessage(id, { version: 1, text: 'Thursday at nine.', close: true })
  const first = await shop.api.mailServer.take({ to: person.user.email, subject: /^Your message/ })
  const answer = await shop.api.mailServer.take({ to: person.user.email, subject: /^Re: / })
  expect(answer.subject).toBe(`Re: ${first.subject}`)
  expect(answer.subject).not.toContain('Thursday')
  expect(answer.text).toContain('Thursday at nine.')
  expect(answer.text).toContain('/support#')
  expect(answer.references).toBe(first.references)
  expect(await person.client.supportThreads()).toMatchObject([
    {
      reference,
      closed: true,
      entries: [
        { by: 'patient', text: 'May I come on Thursday?' },
        { by: 'support', text: 'Thursday at nine.' },
      ],
    },
  ])
  expect(JSON.stringify(await person.client.supportThreads())).not.toContain('Novik')
})

test('a reply of the sender opens the question again, and it waits from then on', async () => {
  const { person, reference } = await asked('Is the branch open?')
  const staff = await support()
  const { id } = await threadOf(staff, reference)
  await staff.client.answerMessage(id, { version: 0, text: 'Yes.', close: true })
  expect((await staff.client.deskThread(id)).waitingSince).toBeNull()
  shop.clock.pass(HOUR)
  const { version } = await staff.client.deskThread(id)
  await person.client.replyToSupport(id, { text: 'On Sunday too?' })
  await expect(
    staff.client.answerMessage(id, { version, text: 'As I said.', close: true }),
  ).rejects.toMatchObject({ code: 'stale_write', body: { changed: { by: null, byPatient: true } } })
  const again = await threadOf(staff, reference)
  expect(again).toMatchObject({ closedAt: null, waitingSince: shop.clock.now.toISOString(), version: 2 })
  const notice = await shop.api.mailServer.take({
    to: 'support@shop.example',
    subject: new RegExp(`^Re: .*${reference}`),
  })
  expect(notice.text).toContain('On Sunday too?')
  const stranger = await shop.api.registerUser()
  await expect(stranger.client.replyToSupport(id, { text: 'Me too' })).rejects.toMatchObject({ status: 404 })
  expect(await stranger.client.supportThreads()).toEqual([])
})

test('a reply to a question that was closed without an answer to the reply before waits from then on', async () => {
  const { person, reference } = await asked('Is the branch open?')
  const staff = await support()
  const { id } = await threadOf(staff, reference)
  await staff.client.answerMessage(id, { version: 0, text: 'Yes.', close: false })
  await person.client.replyToSupport(id, { text: 'Thank you!' })
  await staff.client.closeMessage(id, { version: 2, closed: true })
  shop.clock.pass(HOUR)
  await person.client.replyToSupport(id, { text: 'On Sunday too?' })
  const again = { closedAt: null, waitingSince: shop.clock.now.toISOString() }
  expect(await threadOf(staff, reference)).toMatchObject(again)
  shop.clock.pass(HOUR)
  await person.client.replyToSupport(id, { text: 'Hello?' })
  expect(await threadOf(staff, reference)).toMatchObject(again)
})

test('questions of every state are found by reference, e-mail address and order number, and not by their words', async () => {
  const number = '1 000 027'
  const { person, reference } = await asked('Does the pericardium test need fasting?', {
    orderNumber: number,
  })
  const staff = await support()
  const { id } = await threadOf(staff, reference)
  const found = async (text: string) => (await staff.client.searchMessages({ text })).map((one) => one.id)
  expect(await staff.client.searchMessages({ text: reference })).toMatchObject([
    { reference, orderNumber: number, excerpt: 'Does the pericardium test need fasting?' },
  ])
  await staff.client.closeMessage(id, { version: 0, closed: true })
  for (const text of [
    reference.toLowerCase(),
    reference.slice(2),
    ` ${reference.replace('-', ' ')} `,
    person.user.email.toUpperCase(),
    '1000027',
    '№ 1 000 027',
  ]) {
    expect(await found(text), text).toEqual([id])
  }
  for (const text of ['pericardium', 'S-23456789', 'nobody@mail.example', '100002', '--', 'S-']) {
    expect(await found(text), text).toEqual([])
  }
  await expect(staff.client.searchMessages({ text: 'S' })).rejects.toMatchObject({ status: 422 })
  shop.clock.pass(HOUR)
  const second = await person.client.sendSupportMessage({ ...MESSAGE, email: person.user.email })
  expect(
    (await staff.client.searchMessages({ text: person.user.email })).map((one) => one.reference),
  ).toEqual([second.reference, reference])
})

test('a page with an open question learns that it has changed, without reading it', async () => {
  const { person, reference } = await asked('Is there parking?')
  const staff = await support()
  const { id, version } = await threadOf(staff, reference)
  const looks = () => shop.database.queries.$count(auditEntries, eq(auditEntries.objectId, id))
  const before = await looks()
  expect(await staff.client.messageVersion(id)).toEqual({ version })
  await person.client.replyToSupport(id, { text: 'For a bicycle?' })
  expect(await staff.client.messageVersion(id)).toEqual({ version: version + 1 })
  // The reply itself.
  expect(await looks()).toBe(before + 1)
  await expect(staff.client.messageVersion(crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
})

test('of two concurrent answers to one question the later is refused, and one answer is stored', async () => {
  const { reference } = await asked('Who answers me?')
  const [one, other] = [await support(), await support()]
  const { id } = await threadOf(one, reference)
  const answers = await Promise.allSettled(
    [one, other].map(({ client }) => client.answerMessage(id, { version: 0, text: 'I do.', close: false })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const late = answers.find((answer) => answer.status === 'rejected')
  expect(late?.reason).toMatchObject({
    status: 409,
    code: 'stale_write',
    body: { changed: { by: 'Olga Novik', byPatient: false } },
  })
  expect((await one.client.deskThread(id)).entries).toHaveLength(2)
})

test('the questions that wait longest are listed first and answered ones last; closed ones are in another list', async () => {
  const staff = await support()
  const [first, second, third] = [await asked('One'), await asked('Two'), await asked('Three')]
  shop.clock.pass(HOUR)
  const fourth = await asked('Four')
  const idOf = async ({ reference }: { reference: string }) => (await threadOf(staff, reference)).id
  await staff.client.answerMessage(await idOf(second), { version: 0, text: 'Yes', close: false })
  await staff.client.closeMessage(await idOf(third), { version: 0, closed: true })
  const wanted = [first, second, third, fourth].map(({ reference }) => reference)
  const order = (await staff.client.deskMessages()).map(({ reference }) => reference)
  expect(order.filter((reference) => wanted.includes(reference))).toEqual([wanted[0], wanted[3], wanted[1]])
  const closed = await staff.client.deskMessages({ list: 'closed' })
  expect(closed.map(({ reference }) => reference)).toContain(third.reference)
})

test('an answered or closed question is kept for thirty days, and a waiting one until it is answered', async () => {
  const staff = await support()
  const [waiting, answered] = [await asked('Hello?'), await asked('Is it ready?')]
  const { id } = await threadOf(staff, answered.reference)
  await staff.client.answerMessage(id, { version: 0, text: 'Tomorrow.', close: false })
  const kept = async ({ person }: { person: TestUser }) => {
    await deleteOldSupportMessages(shop.database.queries, shop.clock.now)
    const messages = await shop.database.queries
      .select()
      .from(supportMessages)
      .where(eq(supportMessages.userId, person.user.id))
    return messages.length === 1
  }
  expect(await kept(answered)).toBe(true)
  shop.clock.pass(30 * DAY + 1)
  expect(await kept(answered)).toBe(false)
  expect(await kept(waiting)).toBe(true)
})

test('an export contains the conversation, and an erasure deletes it', async () => {
  const { person, reference } = await asked('What do you know of me?')
  const staff = await support()
  const { id } = await threadOf(staff, reference)
  await staff.client.answerMessage(id, { version: 0, text: 'This message.', close: false })
  const exported = await (await person.client.exportAccount()).text()
  expect(exported).toContain('This message.')
  expect(exported).not.toContain(staff.staffId)
  await person.client.eraseAccount({ password: person.password })
  await expect(staff.client.deskThread(id)).rejects.toMatchObject({ status: 404 })
})
