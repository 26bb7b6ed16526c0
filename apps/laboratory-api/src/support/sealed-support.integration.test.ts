import { randomUUIDv7 } from 'node:crypto'
import { PATIENTLY } from '@shop/database/testing/patience'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { registry } from '@shop/server/metrics'
import { beforeEach, expect, test, vi } from 'vitest'
import { dataKeys } from '../encryption/tables.ts'
import { sealedRows } from '../encryption/testing/sealed-rows.ts'
import { unreadableWords } from '../encryption/unreadable.ts'
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

// An empty inbox, since a list shows only so many and a sweep counts all words, and new keys that no sweep has concluded.
beforeEach(async () => {
  await rowsOf('delete from laboratory.support_message')
  await shop.database.queries.update(dataKeys).set({ createdAt: shop.clock.now, sweptAt: null })
})

/** A conversation: a person with an account asks, gets an answer and replies. */
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
/** Waits until all mails are sent: a mail reads the words at the time of sending. */
const mailsAreOut = () =>
  vi.waitFor(async () => {
    const waiting = "select id from jobs.job where name = 'mail' and state in ('created', 'active', 'retry')"
    expect(await rowsOf(waiting)).toEqual([])
  }, PATIENTLY)

/** The number of words that were requested and could not be decrypted by any key. */
async function unreadableCount(): Promise<number> {
  const { values } = await registry.getSingleMetric('sealed_values_unreadable_total')!.get()
  return values.find(({ labels }) => labels.purpose === 'words')!.value
}
const WORDS = { asked: 'Is my ferritin bad?', answered: 'Ask your cardiologist.', more: 'I have lupus.' }
const conversation = [WORDS.asked, WORDS.answered, WORDS.more]

test('questions and answers can be read in every way but are in no row in clear text', {
  tags: ['ASVS-11.3.2', 'ASVS-14.2.4'],
}, async () => {
  const { person, staff, id, reference } = await talk(WORDS)
  const texts = ({ entries }: { entries: { text: string }[] }) => entries.map(({ text }) => text)
  expect(texts((await person.client.supportThreads())[0]!)).toEqual(conversation)
  expect(texts(await staff.client.deskThread(id))).toEqual(conversation)
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
  // The column that the previous release reads while both run.
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

test('undecryptable words are reported as unreadable in the reader’s language, and all others are shown', async () => {
  const mine = await talk(WORDS)
  const other = await talk({ asked: 'Are you open?', answered: 'Yes.', more: 'Thanks.' })
  await mailsAreOut()
  const [entryId] = mine.entryIds as [string]
  const own = await stored(ENTRY, entryId)
  const readIn = async (locale: Locale) =>
    (await shop.api.client(mine.person.token, locale).supportThreads())[0]!.entries.map(({ text }) => text)
  // Sealed words of another row, cut off, of a lost key, and empty.
  for (const sealed of [
    (await stored(ENTRY, other.entryIds[0]!)).sealed,
    own.sealed!.slice(0, 20),
    `lost${own.sealed}`,
    '',
  ]) {
    await putSealed(ENTRY, entryId, sealed)
    for (const locale of LOCALES) {
      expect(await readIn(locale)).toEqual([WORDS.asked, unreadableWords(locale), WORDS.more])
    }
  }
  expect(new Set(LOCALES.map(unreadableWords)).size).toBe(4)
  await putSealed(ENTRY, mine.entryIds[1]!, 'nonsense')
  await putSealed(QUESTION, mine.id, (await stored(QUESTION, other.id)).sealed)
  shop.api.logLines.length = 0
  const counted = await unreadableCount()
  const list = await mine.staff.client.deskMessages()
  const excerptOf = (id: string) => list.find((one) => one.id === id)!.excerpt
  expect([excerptOf(mine.id), excerptOf(other.id)]).toEqual([unreadableWords('en'), 'Thanks.'])
  const thread = await mine.staff.client.deskThread(mine.id)
  expect(thread.entries.map(({ text }) => text)).toEqual(Array(3).fill(unreadableWords('en')))
  const exported = JSON.parse(await (await mine.person.client.exportAccount()).text())
  expect(exported.supportMessages).toMatchObject([{ message: unreadableWords('en') }])
  expect(await unreadableCount()).toBe(counted + 7)
  // One line for each request, with the places and none of the words.
  const lines = shop.api.logLines.filter(({ unreadable }) => unreadable !== undefined)
  expect(lines.map(({ unreadable }) => unreadable)).toEqual([
    [{ column: 'support_entry.sealed_text', rows: 1, ids: [mine.entryIds[1]] }],
    [
      { column: 'support_message.sealed_message', rows: 1, ids: [mine.id] },
      { column: 'support_entry.sealed_text', rows: 2, ids: expect.arrayContaining(mine.entryIds) },
    ],
    [
      { column: 'support_entry.sealed_text', rows: 2, ids: expect.arrayContaining(mine.entryIds) },
      { column: 'support_message.sealed_message', rows: 1, ids: [mine.id] },
    ],
  ])
  expect(lines.map(({ requestId }) => requestId)).toEqual(Array(3).fill(expect.any(String)))
  expect(JSON.stringify(shop.api.logLines)).not.toMatch(/ferritin|cardiologist|lupus|open\?/)
  // A reply is a new entry and leaves the stored one unchanged.
  const before = await stored(ENTRY, entryId)
  await mine.person.client.replyToSupport(mine.id, { text: 'Can you read this?' })
  expect(await stored(ENTRY, entryId)).toEqual(before)
  expect((await readIn('en')).at(-1)).toBe('Can you read this?')
})

test('an earlier message that cannot be decrypted does not prevent its sender from sending again', async () => {
  const send = (message: string) =>
    shop.api.client().sendSupportMessage({ name: 'Anna', email: 'damaged@mail.example', message })
  const first = await send('One.')
  const second = await send('Two.')
  await rowsOf(
    `update laboratory.support_message set sealed_message = 'nonsense' where reference = '${second.reference}'`,
  )
  expect(await send('One.')).toEqual(first)
  expect(await send('Two.')).not.toEqual(second)
  expect(await send(unreadableWords('en'))).not.toEqual(second)
})

test('an answer that cannot be decrypted is not mailed', { tags: ['slow'] }, async () => {
  const { person, entryIds } = await talk(WORDS)
  const { context, mailServer } = shop.api
  const take = () => mailServer.take({ to: person.user.email, subject: /^Re: / })
  expect((await take()).text).toContain(WORDS.answered)
  const supportEntryId = entryIds[0]!
  const own = await stored(ENTRY, supportEntryId)
  await putSealed(ENTRY, supportEntryId, 'nonsense')
  shop.api.logLines.length = 0
  await context.mail.send(shop.database.queries, 'sealed-support-answer', { supportEntryId })
  await shop.api.logged(({ error }) => error === 'Unreadable')
  await putSealed(ENTRY, supportEntryId, own.sealed)
  // Once it can be decrypted, the next attempt sends it.
  expect((await take()).text).toContain(WORDS.answered)
})

test('key rotation re-seals all words', { tags: ['ASVS-11.2.2'] }, async () => {
  const { person } = await talk(WORDS)
  const before = await person.client.supportThreads()
  const keys = [await keysOf(QUESTION), await keysOf(ENTRY)]
  expect(await rotate()).toBe(0)
  const renewed = [await keysOf(QUESTION), await keysOf(ENTRY)]
  expect(renewed).toEqual([[expect.any(String)], renewed[0]])
  expect(renewed).not.toEqual(keys)
  expect(await person.client.supportThreads()).toEqual(before)
})

test('words written by the previous release are read as they are and sealed after a day, also those it writes later', async () => {
  const { person, staff, id, entryIds } = await talk(WORDS)
  const before = await person.client.supportThreads()
  await putInTheClear(QUESTION, id, WORDS.asked)
  await putInTheClear(ENTRY, entryIds[0]!, WORDS.answered)
  const isRead = async () => {
    expect(await person.client.supportThreads()).toEqual(before)
    expect((await staff.client.deskThread(id)).entries.map(({ text }) => text)).toEqual(conversation)
  }
  await isRead()
  await ageKeys('1 hour')
  expect(await sweep()).toEqual({ sealed: 0, failed: 0 })
  expect((await stored(QUESTION, id)).clear).toBe(WORDS.asked)
  // Re-sealing for these keys is finished, but a day later the sweep still finds them.
  await ageKeys('1 day')
  expect(await sweep()).toEqual({ sealed: 2, failed: 0 })
  expect(await dumpOf('support_message')).not.toContain('ferritin')
  expect(await dumpOf('support_entry')).not.toContain('cardiologist')
  await isRead()
  await putInTheClear(ENTRY, entryIds[1]!, WORDS.more)
  expect(await sweep()).toEqual({ sealed: 1, failed: 0 })
  await isRead()
})

test('a mail queued by the previous release is sent, whether its words are sealed or not', async () => {
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

test('the same message again returns the one already sent, also when sealed', async () => {
  const send = (message: string, orderNumber?: string) =>
    shop.api.client().sendSupportMessage({ name: 'Anna', email: 'same@mail.example', message, orderNumber })
  const [first, other] = [await send('Am I ill?'), await send('Am I well?')]
  expect(await send('Am I ill?')).toEqual(first)
  expect(await send('Am I well?')).toEqual(other)
  const ofOrder = await send('Am I ill?', '100001')
  expect(ofOrder).not.toEqual(first)
  expect(await send('Am I ill?', '100001')).toEqual(ofOrder)
  expect(await send('Am I ill?', '100002')).not.toEqual(ofOrder)
  shop.clock.pass(HOUR)
  expect(await send('Am I ill?')).not.toEqual(first)
})

test('a list decrypts only the last words of each question it shows', async () => {
  const { queries, sealing } = { ...shop.api.context, queries: shop.database.queries }
  for (let n = 0; n < 210; n++) {
    const question = await sealQuestion(sealing, queries, randomUUIDv7(), `Question ${n}`)
    await queries.insert(supportMessages).values({
      ...question,
      ownerId: question.id,
      reference: `S-${n}`,
      name: 'Anna',
      email: 'many@mail.example',
      locale: 'en',
      createdAt: new Date(shop.clock.now.getTime() + n),
    })
    for (const words of n < 5 ? ['One', 'Two'] : []) {
      const entry = await sealEntry(sealing, queries, randomUUIDv7(), words)
      await queries
        .insert(supportEntries)
        .values({ ...entry, messageId: question.id, ownerId: question.id, at: shop.clock.now })
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
