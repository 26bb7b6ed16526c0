import { supportMessageSentSchema } from '@shop/contract/support'
import { expect, test, vi } from 'vitest'
import { apiOfFile, DAY, HOUR } from '../testing/api-of-file.ts'
import { deleteOldSupportMessages } from './support-personal-data.ts'

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

test('a message of a guest reaches the support, who can answer it, and the sender gets its number', async () => {
  const answer = await send(MESSAGE, { 'Accept-Language': 'ru' })
  expect(answer.status).toBe(201)
  const { reference } = supportMessageSentSchema.parse(await answer.json())
  expect(reference).toMatch(/^S-[2-9A-HJ-NP-Z]{8}$/)

  const toSupport = await shop.api.mailServer.take({ to: 'support@shop.example' })
  expect(toSupport.subject).toBe(`Support message ${reference}`)
  expect(toSupport.replyTo).toMatchObject([{ address: 'anna@mail.example' }])
  expect(toSupport.text).toContain('> On Thursday, please. <b>Thank you</b>')
  expect(toSupport.text).toContain('Order: 1000014')
  expect(toSupport.html).toContain('&lt;b&gt;Thank you&lt;/b&gt;')

  const copy = await shop.api.mailServer.take({ to: 'anna@mail.example' })
  expect(copy.subject).toBe(`Ваше обращение ${reference}`)
  // What was typed is not repeated: the form must not become a way to send texts to strangers.
  expect(copy.text).not.toContain('Thursday')
})

test('a message whose answer was lost is not mailed again, and gets its number', async () => {
  const lost = { ...MESSAGE, message: 'Did this arrive?' }
  const reference = async () => (await (await send(lost)).json()).reference
  const atOnce = await Promise.all([reference(), reference(), reference()])
  expect(new Set([...atOnce, await reference()]).size).toBe(1)
})

test('a header cannot be smuggled in by the name or the number', { tags: ['ASVS-1.3.11'] }, async () => {
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

test('twenty messages an hour from one address, not more', { tags: ['ASVS-2.4.1'] }, async () => {
  const headers = {
    'X-Client-Address': '192.0.2.20',
    'X-Client-Address-Secret': shop.api.context.settings.clientAddressSecret,
  }
  const answers = await Promise.all(Array.from({ length: 25 }, () => send(MESSAGE, headers)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('a foreign mailbox gets five copies an hour, and the support every message', async () => {
  using mailed = vi.spyOn(shop.api.context.mail, 'send')
  const countOf = (template: string) => mailed.mock.calls.filter(([, name]) => name === template).length
  const email = 'somebody.else@mail.example'
  for (let round = 1; round <= 7; round++) {
    expect((await send({ ...MESSAGE, email, message: `Round ${round}` })).status).toBe(201)
  }
  expect([countOf('support-message'), countOf('support-copy')]).toEqual([7, 5])
  shop.clock.pass(HOUR)
  await send({ ...MESSAGE, email, message: 'Round 8' })
  expect(countOf('support-copy')).toBe(6)
})

test('messages are kept for thirty days', async () => {
  const { user } = await shop.api.registerUser()
  await send({ ...MESSAGE, email: user.email })
  const kept = async () => {
    await deleteOldSupportMessages(shop.database.queries, shop.clock.now)
    const { rows } = await shop.database.queries.execute('select email from laboratory.support_message')
    return rows.some(({ email }) => email === user.email)
  }
  expect(await kept()).toBe(true)
  shop.clock.pass(30 * DAY + 1)
  expect(await kept()).toBe(false)
})
