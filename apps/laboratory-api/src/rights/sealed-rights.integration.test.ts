import { todayIn } from '@shop/domain/age'
import { expect, test } from 'vitest'
import { sealedRows } from '../encryption/testing/sealed-rows.ts'
import { unreadableWords } from '../encryption/unreadable.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { apiOfFile } from '../testing/api-of-file.ts'
import { sweepRightsRequests } from './rights-personal-data.ts'

const shop = apiOfFile()
const { rowsOf, dumpOf, stored, putInTheClear, putSealed, keysOf, ageKeys, sweep, rotate } = sealedRows(
  () => shop.api,
)
const ASKED = { table: 'rights_request', column: 'words' }
const ANSWER = { table: 'rights_request', column: 'answer' }
const STEP = { table: 'rights_step', column: 'text' }
const WORDS = {
  asked: 'Delete my hepatitis.',
  noted: 'Her husband must not know.',
  answer: 'The hepatitis result stays, as the law says.',
}
const privacy = () => createStaff(shop.api, everywhere('privacy'))

/** A request made in the account, with a note by a colleague and an answer. */
async function worked() {
  const person = await shop.api.registerConfirmedUser()
  const { id } = await person.client.askRight({ right: 'correction', words: WORDS.asked })
  const { client } = await privacy()
  await client.noteRightStep(id, { version: 0, kind: 'note', text: WORDS.noted })
  await client.answerRight(id, { version: 1, outcome: 'refused', text: WORDS.answer })
  const [step] = await rowsOf<{ id: string }>(
    `select id from laboratory.rights_step where request_id = '${id}' and kind = 'note'`,
  )
  return { person, client, id, noteId: step!.id, read: () => client.readRights(id) }
}
const expected = {
  words: WORDS.asked,
  steps: [
    { kind: 'asked', text: null },
    { kind: 'note', text: WORDS.noted },
    { kind: 'answered', text: WORDS.answer },
  ],
}

test('the words of a request, note and answer can be read in every way but are in no row in clear text', {
  tags: ['ASVS-14.2.4'],
}, async () => {
  const { person, read } = await worked()
  expect(await read()).toMatchObject(expected)
  expect(await person.client.rightsRequests()).toMatchObject([
    { words: WORDS.asked, answer: { text: WORDS.answer } },
  ])
  const mail = await shop.api.mailServer.take({ to: person.user.email, subject: /^Re: / })
  expect(mail.text).toContain(WORDS.answer)
  const exported = JSON.parse(await (await person.client.exportAccount()).text())
  expect(exported.rightsRequests).toMatchObject([{ words: WORDS.asked, answer: WORDS.answer }])
  expect(JSON.stringify(exported)).not.toContain('sealed')
  for (const table of ['rights_request', 'rights_step']) {
    expect(await dumpOf(table)).not.toMatch(/hepatitis|husband/)
  }
})

test('the reason for ending a restriction is mailed as written, and stored sealed', async () => {
  const person = await shop.api.registerConfirmedUser()
  const { id } = await person.client.askRight({ right: 'restriction', words: 'Do not use it.' })
  const { client } = await privacy()
  await client.answerRight(id, { version: 0, outcome: 'granted', text: 'It holds from today.' })
  await shop.api.mailServer.take({ to: person.user.email, subject: /^Re: / })
  await client.endRestriction(id, { version: 1, text: 'The lawsuit is over.' })
  const mail = await shop.api.mailServer.take({ to: person.user.email, subject: /^Re: / })
  expect(mail.text).toContain('The lawsuit is over.')
  expect(await dumpOf('rights_step')).not.toContain('lawsuit')
})

test('a repeat of the same words returns the existing request, also when sealed', async () => {
  const { client } = await privacy()
  const posted = {
    right: 'access',
    source: 'letter',
    askedOn: todayIn('Europe/Minsk', shop.clock.now),
    name: 'Olga Lis',
    email: 'olga.lis@mail.example',
    locale: 'en',
  } as const
  const note = (words: string) => client.noteRight({ ...posted, words })
  const [first, other, none] = [await note('All of it.'), await note('Who saw it?'), await note('')]
  expect(new Set([first.id, other.id, none.id]).size).toBe(3)
  expect([await note('All of it.'), await note('Who saw it?'), await note('')]).toEqual([first, other, none])
})

test('words moved to another request are reported as unreadable, and key rotation re-seals all of them', {
  tags: ['slow'],
}, async () => {
  const [mine, other] = [await worked(), await worked()]
  for (const [field, from, into] of [
    [ASKED, other.id, mine.id],
    [ANSWER, other.id, mine.id],
    [STEP, other.noteId, mine.noteId],
  ] as const) {
    const own = await stored(field, into)
    await putSealed(field, into, (await stored(field, from)).sealed)
    expect(JSON.stringify(await mine.read()).split(unreadableWords('en'))).toHaveLength(2)
    expect(await mine.person.client.rightsRequests()).toHaveLength(1)
    await putSealed(field, into, own.sealed)
    expect(await mine.read()).toMatchObject(expected)
  }
  const fields = [ASKED, ANSWER, STEP]
  const before = (await Promise.all(fields.map(keysOf))).flat()
  expect(await rotate()).toBe(0)
  const renewed = (await Promise.all(fields.map(keysOf))).flat()
  expect(new Set(renewed).size).toBe(1)
  expect(renewed).toHaveLength(fields.length)
  expect(before).not.toContain(renewed[0])
  expect(await mine.read()).toMatchObject(expected)
})

test('words written by the previous release are read as they are, and sealed after a day’s delay', async () => {
  const { person, id, noteId, read } = await worked()
  await putInTheClear(ASKED, id, WORDS.asked)
  await putInTheClear(ANSWER, id, WORDS.answer)
  await putInTheClear(STEP, noteId, WORDS.noted)
  const { mailServer, context } = shop.api
  await mailServer.take({ to: person.user.email, subject: /^Re: / })
  // A mail queued by the previous release.
  await context.mail.send(shop.database.queries, 'rights-answer', { rightsRequestId: id })
  const mail = await mailServer.take({ to: person.user.email, subject: /^Re: / })
  expect(mail.text).toContain(WORDS.answer)
  expect(await read()).toMatchObject(expected)
  await ageKeys('1 hour')
  expect(await sweep()).toEqual({ sealed: 0, failed: 0 })
  await ageKeys('1 day')
  expect(await sweep()).toEqual({ sealed: 3, failed: 0 })
  expect(await read()).toMatchObject(expected)
  expect((await dumpOf('rights_request')) + (await dumpOf('rights_step'))).not.toMatch(/hepatitis|husband/)
})

test('an erasure deletes the sealed words, also an erasure by the previous release, which does not know them', async () => {
  const [erased, beside] = [await worked(), await worked()]
  await erased.person.client.eraseAccount({ password: erased.person.password })
  await rowsOf(`update laboratory.rights_request set words = null, answer = null where id = '${beside.id}'`)
  await rowsOf(`update laboratory.rights_step set text = null where request_id = '${beside.id}'`)
  const gone = { clear: null, sealed: null }
  for (const { id, noteId, read } of [erased, beside]) {
    expect([await stored(ASKED, id), await stored(ANSWER, id), await stored(STEP, noteId)]).toEqual([
      gone,
      gone,
      gone,
    ])
    expect((await read()).words).toBe('')
  }
})

test('the words of an account erased before the answer are cleared a day after it', async () => {
  const person = await shop.api.registerConfirmedUser()
  const { id } = await person.client.askRight({ right: 'recipients', words: WORDS.asked })
  await person.client.eraseAccount({ password: person.password })
  const { client } = await privacy()
  expect((await client.readRights(id)).words).toBe(WORDS.asked)
  await client.answerRight(id, { version: 0, outcome: 'granted', text: WORDS.answer })
  await sweepRightsRequests(shop.database.queries, new Date(shop.clock.now.getTime() + 2 * 86_400_000))
  expect((await stored(ASKED, id)).sealed).toBeNull()
  expect((await stored(ANSWER, id)).sealed).toBeNull()
})
