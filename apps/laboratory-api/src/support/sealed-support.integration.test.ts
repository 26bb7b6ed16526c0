import { randomUUIDv7 } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { sealedRows } from '../encryption/testing/sealed-rows.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { apiOfFile, HOUR } from '../testing/api-of-file.ts'
import { sealEntry, sealQuestion } from './sealed-support.ts'
import { supportEntries, supportMessages } from './tables.ts'

const shop = apiOfFile()
const support = () => createStaff(shop.api, everywhere('support'))

const { rowsOf, dumpOf, stored, putInTheClear, putSealed, keysOf, ageKeys, sweep, rotate } = sealedRows(
  () => shop.api,
)
const QUESTION = { table: 'support_message', column: 'message' }
const ENTRY = { table: 'support_entry', column: 'text' }

/** Somebody with an account asks, is answered, and says more. */
async function talk(words: { asked: string; answered: string; more: string }) {
  const person = await shop.api.registerUser()
  const { reference } = await person.client.sendSupportMessage({
    name: 'Anna Kowalska',
    email: person.user.email,
    message: words.asked,
  })
  const staff = await support()
  const { id } = (await staff.client.deskMessages()).find((one) => one.reference === reference)!
  await staff.client.answerMessage(id, { version: 0, text: words.answered, close: false })
  await person.client.replyToSupport(id, { text: words.more })
  const entries = await rowsOf<{ id: string }>(
    `select id from laboratory.support_entry where message_id = '${id}' order by serial`,
  )
  return { person, staff, id, reference, entryIds: entries.map((entry) => entry.id) }
}
const WORDS = { asked: 'Is my ferritin bad?', answered: 'Ask your cardiologist.', more: 'I have lupus.' }
const told = [WORDS.asked, WORDS.answered, WORDS.more]

test('what is written to the support, and answered, is read by every way and stands in no row in the clear', {
  tags: ['ASVS-11.3.2', 'ASVS-14.2.4'],
}, async () => {
  const { person, staff, id, reference } = await talk(WORDS)
  const texts = ({ entries }: { entries: { text: string }[] }) => entries.map(({ text }) => text)
  expect(texts((await person.client.supportThreads())[0]!)).toEqual(told)
  expect(texts(await staff.client.deskThread(id))).toEqual(told)
  const listed = (await staff.client.deskMessages()).find((one) => one.id === id)
  expect(listed!.excerpt).toBe(WORDS.more)
  const subject = new RegExp(`^Support message ${reference}`)
  const to = 'support@shop.example'
  expect((await shop.api.mailServer.take({ to, subject })).text).toContain(WORDS.asked)
  const again = new RegExp(`^Re: .*${reference}`)
  expect((await shop.api.mailServer.take({ to, subject: again })).text).toContain(WORDS.more)
  const answer = await shop.api.mailServer.take({ to: person.user.email, subject: /^Re: / })
  expect(answer.text).toContain(WORDS.answered)
  const exported = JSON.parse(await (await person.client.exportAccount()).text())
  expect(exported.supportMessages).toMatchObject([
    { message: WORDS.asked, said: [{ text: WORDS.answered }, { text: WORDS.more }] },
  ])
  expect(JSON.stringify(exported)).not.toContain('sealed')
  for (const { table } of [QUESTION, ENTRY]) {
    expect(await dumpOf(table)).not.toMatch(/ferritin|cardiologist|lupus/)
  }
  // What the release before reads while it runs beside this one.
  expect((await stored(QUESTION, id)).clear).toBe('')
})

test('a guest’s link opens the sealed answer', async () => {
  const email = 'guest@mail.example'
  const { reference } = await shop.api
    .client()
    .sendSupportMessage({ name: 'Anna', email, message: WORDS.asked })
  const { client } = await support()
  const { id } = (await client.deskMessages()).find((one) => one.reference === reference)!
  await client.answerMessage(id, { version: 0, text: WORDS.answered, close: true })
  const mail = await shop.api.mailServer.take({ to: email, subject: /^Re: / })
  const [, token] = /\/support\/answer#token=([\w-]+)/.exec(mail.text!)!
  expect((await shop.api.client().openSupportLink({ token: token! })).answer?.text).toBe(WORDS.answered)
})

test('words that were put into another row are not shown', async () => {
  const mine = await talk(WORDS)
  const other = await talk({ asked: 'Are you open?', answered: 'Yes.', more: 'Thanks.' })
  const [entryId] = mine.entryIds as [string]
  const own = await stored(ENTRY, entryId)
  await putSealed(ENTRY, entryId, (await stored(ENTRY, other.entryIds[0]!)).sealed)
  await expect(mine.person.client.supportThreads()).rejects.toMatchObject({ status: 500 })
  await putSealed(ENTRY, entryId, own.sealed)
  expect(await mine.person.client.supportThreads()).toHaveLength(1)
  await putSealed(QUESTION, mine.id, (await stored(QUESTION, other.id)).sealed)
  await expect(mine.person.client.supportThreads()).rejects.toMatchObject({ status: 500 })
  // For the tests that follow.
  await rowsOf(`delete from laboratory.support_message where id in ('${mine.id}', '${other.id}')`)
})

test('new keys seal what was written anew', { tags: ['ASVS-11.2.2'] }, async () => {
  const { person } = await talk(WORDS)
  const before = await person.client.supportThreads()
  const keys = [await keysOf(QUESTION), await keysOf(ENTRY)]
  expect(await rotate()).toBe(0)
  const renewed = [await keysOf(QUESTION), await keysOf(ENTRY)]
  expect(renewed).toEqual([[expect.any(String)], renewed[0]])
  expect(renewed).not.toEqual(keys)
  expect(await person.client.supportThreads()).toEqual(before)
})

test('what the release before wrote is read as it is, left to it for a day and sealed then, also what it writes later', async () => {
  const { person, staff, id, entryIds } = await talk(WORDS)
  const before = await person.client.supportThreads()
  await putInTheClear(QUESTION, id, WORDS.asked)
  await putInTheClear(ENTRY, entryIds[0]!, WORDS.answered)
  const isRead = async () => {
    expect(await person.client.supportThreads()).toEqual(before)
    expect((await staff.client.deskThread(id)).entries.map(({ text }) => text)).toEqual(told)
  }
  await isRead()
  await ageKeys('1 hour')
  expect(await sweep()).toEqual({ sealed: 0, failed: 0 })
  expect((await stored(QUESTION, id)).clear).toBe(WORDS.asked)
  // The keys are done by now; a day later it is looked for all the same.
  await ageKeys('1 day')
  expect(await sweep()).toEqual({ sealed: 2, failed: 0 })
  expect(await dumpOf('support_message')).not.toContain('ferritin')
  expect(await dumpOf('support_entry')).not.toContain('cardiologist')
  await isRead()
  await putInTheClear(ENTRY, entryIds[1]!, WORDS.more)
  expect(await sweep()).toEqual({ sealed: 1, failed: 0 })
  await isRead()
})

test('a mail that the release before had put in is sent, whether its words are sealed or not', async () => {
  const { person, entryIds } = await talk(WORDS)
  const { context, mailServer } = shop.api
  const take = () => mailServer.take({ to: person.user.email, subject: /^Re: / })
  expect((await take()).text).toContain(WORDS.answered)
  const supportEntryId = entryIds[0]!
  await context.mail.send(shop.database.queries, 'support-answer', { supportEntryId })
  expect((await take()).text).toContain(WORDS.answered)
  await putInTheClear(ENTRY, supportEntryId, 'From before.')
  await context.mail.send(shop.database.queries, 'support-answer', { supportEntryId })
  expect((await take()).text).toContain('From before.')
})

test('the same message again is the one that was sent, among sealed ones too', async () => {
  const send = (message: string) =>
    shop.api.client().sendSupportMessage({ name: 'Anna', email: 'same@mail.example', message })
  const [first, other] = [await send('Am I ill?'), await send('Am I well?')]
  expect(await send('Am I ill?')).toEqual(first)
  expect(await send('Am I well?')).toEqual(other)
  shop.clock.pass(HOUR)
  expect(await send('Am I ill?')).not.toEqual(first)
})

test('a list opens what was said last of each question that it shows, and nothing else', async () => {
  const { queries, sealing } = { ...shop.api.context, queries: shop.database.queries }
  await rowsOf('truncate laboratory.support_message cascade')
  for (let n = 0; n < 210; n++) {
    const question = await sealQuestion(sealing, queries, randomUUIDv7(), `Question ${n}`)
    await queries.insert(supportMessages).values({
      ...question,
      reference: `S-${n}`,
      name: 'Anna',
      email: 'many@mail.example',
      locale: 'en',
      createdAt: new Date(shop.clock.now.getTime() + n),
    })
    for (const words of n < 5 ? ['One', 'Two'] : []) {
      const entry = await sealEntry(sealing, queries, randomUUIDv7(), words)
      await queries.insert(supportEntries).values({ ...entry, messageId: question.id, at: shop.clock.now })
    }
  }
  const { client } = await support()
  using unsealed = vi.spyOn(sealing, 'unseal')
  const list = await client.deskMessages()
  expect(list).toHaveLength(200)
  expect(list.slice(0, 6).map(({ excerpt }) => excerpt)).toEqual([
    'Two',
    'Two',
    'Two',
    'Two',
    'Two',
    'Question 5',
  ])
  expect(unsealed.mock.calls.filter(([, purpose]) => purpose === 'words')).toHaveLength(200)
})
