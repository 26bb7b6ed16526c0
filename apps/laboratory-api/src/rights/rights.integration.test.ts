import { patientToWire } from '@shop/contract/patients'
import { addDays } from '@shop/domain/dates'
import type { Right } from '@shop/domain/rights'
import { formatDay } from '@shop/texts/formats.server'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../accounts/tables.ts'
import { auditEntries } from '../audit/tables.ts'
import { patients } from '../patients/tables.ts'
import { RIGHTS_REQUEST_DAYS } from '../retention.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { apiOfFile, DAY } from '../testing/api-of-file.ts'
import type { TestUser } from '../testing/test-api.ts'
import { remindOfRights } from './remind-of-rights.ts'
import { sweepRightsRequests } from './rights-personal-data.ts'
import { rightsRequests, rightsSteps } from './tables.ts'

// A Monday.
const shop = apiOfFile('2040-03-05T09:00:00Z')
const queries = () => shop.api.context.database.queries
const privacy = () => createStaff(shop.api, everywhere('privacy'))
const rowOf = async (id: string) =>
  (await queries().select().from(rightsRequests).where(eq(rightsRequests.id, id)))[0]
const NO_WORDS = { words: null, sealedWords: null, answer: null, sealedAnswer: null }
const today = () => shop.clock.now.toISOString().slice(0, 10)

async function ask(right: Right, words = '') {
  const person = await shop.api.registerConfirmedUser()
  const request = await person.client.askRight({ right, words })
  return { person, request }
}
const patientOf = (person: TestUser, firstName = 'Anna') => shop.api.createPatient(person, { firstName })
const details = {
  firstName: 'Hanna',
  lastName: 'Kavalskaya',
  gender: 'FEMALE',
  dateOfBirth: '1990-04-12',
} as const

test('a request gets a deadline, a confirmation whose subject does not give it away, and a mail to the house', async () => {
  const { person, request } = await ask('access')
  expect(request).toMatchObject({ right: 'access', state: 'open', answer: null, steps: [{ kind: 'asked' }] })
  expect(request.reference).toMatch(/^D-[2-9A-HJ-NP-Z]{8}$/)
  // Five working days: the eighth of March is a public holiday.
  expect(request.dueOn).toBe('2040-03-13')
  const mail = await shop.api.mailServer.take({
    to: person.user.email,
    subject: new RegExp(request.reference),
  })
  expect(mail.subject).toBe(`Your request ${request.reference}`)
  expect(mail.text).toContain('What data we hold')
  expect(mail.text).toContain(`/settings/data-requests#${request.reference}`)
  const { personalDataEmail } = shop.api.context.partner
  const house = await shop.api.mailServer.take({
    to: personalDataEmail,
    subject: new RegExp(request.reference),
  })
  expect(house.text).toContain(`/rights/${request.id}`)
  expect(house.text).not.toContain(person.user.email)
})

test('repeating a request returns the existing one; a correction must say what to correct', async () => {
  const { person, request } = await ask('erasure', 'Everything, please.')
  const again = await person.client.askRight({ right: 'erasure', words: 'Everything, please.' })
  expect(again.id).toBe(request.id)
  expect(await person.client.rightsRequests()).toHaveLength(1)
  await expect(person.client.askRight({ right: 'correction', words: ' ' })).rejects.toMatchObject({
    status: 422,
    errors: [expect.objectContaining({ path: 'words' })],
  })
})

test('one account may make ten requests a day', { tags: ['ASVS-2.4.1'] }, async () => {
  const { client } = await shop.api.registerUser()
  for (let round = 0; round < 10; round++) await client.askRight({ right: 'objection', words: `No ${round}` })
  await expect(client.askRight({ right: 'access', words: '' })).rejects.toMatchObject({ status: 429 })
})

test('the list has what is due first at the top, marks what is overdue and drops what is answered', {
  tags: ['slow'],
}, async () => {
  const late = await ask('erasure')
  await queries()
    .update(rightsRequests)
    .set({ dueOn: addDays(today(), -2) })
    .where(eq(rightsRequests.id, late.request.id))
  const soon = await ask('access')
  const staff = await privacy()
  const list = await staff.client.deskRights()
  const days = list.map(({ daysLeft }) => daysLeft)
  expect(days).toEqual(days.toSorted((one, other) => one - other))
  expect(list[0]).toMatchObject({ id: late.request.id, daysLeft: -2 })
  expect(list.some(({ id }) => id === soon.request.id)).toBe(true)
  await staff.client.assignRight(late.request.id, { version: 0, mine: true })
  expect((await staff.client.deskRights({ list: 'mine' })).map(({ id }) => id)).toEqual([late.request.id])
  await staff.client.answerRight(late.request.id, {
    version: 1,
    outcome: 'refused',
    text: 'There is nothing.',
  })
  expect((await staff.client.deskRights()).some(({ id }) => id === late.request.id)).toBe(false)
  const answered = await staff.client.deskRights({ list: 'answered' })
  expect(answered.find(({ id }) => id === late.request.id)).toMatchObject({ state: 'refused' })
  expect(answered.filter(({ state }) => state === 'open')).toEqual([])
})

test('the later of two concurrent changes is refused, and an answered request cannot be changed', {
  tags: ['slow'],
}, async () => {
  const { request } = await ask('access')
  const [one, other] = [await privacy(), await privacy()]
  await one.client.noteRightStep(request.id, { version: 0, kind: 'note', text: 'I have called them.' })
  await expect(
    other.client.answerRight(request.id, { version: 0, outcome: 'granted', text: 'Here it is.' }),
  ).rejects.toMatchObject({ code: 'stale_write', body: { changed: { by: 'Olga Novik' } } })
  await one.client.answerRight(request.id, { version: 1, outcome: 'granted', text: 'Here it is.' })
  await expect(
    other.client.noteRightStep(request.id, { version: 2, kind: 'note', text: 'One thing more.' }),
  ).rejects.toMatchObject({ code: 'conflict' })
})

test('the answer is mailed and shown in the account; notes between colleagues are not', async () => {
  const { person, request } = await ask('recipients')
  const staff = await privacy()
  await staff.client.noteRightStep(request.id, { version: 0, kind: 'note', text: 'Ask the doctor first.' })
  const text = 'The payment provider.\n\nNobody else.'
  await staff.client.answerRight(request.id, { version: 1, outcome: 'granted', text })
  const mail = await shop.api.mailServer.take({ to: person.user.email, subject: /^Re: / })
  expect(mail.subject).toBe(`Re: Your request ${request.reference}`)
  expect(mail.text).toContain('Nobody else.')
  expect(mail.text).toContain('National Personal Data Protection Centre')
  const [own] = await person.client.rightsRequests()
  expect(own).toMatchObject({ state: 'granted', answer: { text } })
  expect(own!.steps.map(({ kind }) => kind)).toEqual(['asked', 'answered'])
  const seen = await staff.client.readRights(request.id)
  expect(seen.steps.map(({ kind, by }) => [kind, by])).toEqual([
    ['asked', null],
    ['note', 'Olga Novik'],
    ['answered', 'Olga Novik'],
  ])
  const stranger = await shop.api.registerUser()
  expect(await stranger.client.rightsRequests()).toEqual([])
})

test('staff correct a patient and export the data as the account itself would, and each is audited', async () => {
  const { person, request } = await ask('correction', 'My name is Hanna.')
  const patient = await patientOf(person)
  const staff = await privacy()
  const seen = await staff.client.readRights(request.id)
  expect(seen).toMatchObject({
    isIdentified: true,
    account: { email: person.user.email },
    patients: [{ id: patient.id }],
  })
  await staff.client.correctByRight(request.id, patient.id, { version: 0, patient: patientToWire(details) })
  expect(await person.client.patients()).toMatchObject([{ personalDetails: { firstName: 'Hanna' } }])
  const data = (await (await staff.client.exportByRight(request.id)).json()) as Record<string, unknown>
  expect(data.account).toMatchObject({ email: person.user.email })
  expect(data.rightsRequests).toMatchObject([{ reference: request.reference }])
  expect(data).not.toHaveProperty('testResults')
  const rows = await queries().select().from(auditEntries).where(eq(auditEntries.staffId, staff.staffId))
  expect(rows.map(({ action, kind, objectId }) => `${action} ${kind} ${objectId}`)).toEqual(
    expect.arrayContaining([
      `read account ${person.user.id}`,
      `update patient ${patient.id}`,
      `read export ${person.user.id}`,
      `update rightsRequest ${request.id}`,
    ]),
  )
  const [own] = await person.client.rightsRequests()
  expect(own!.steps.map(({ kind }) => kind)).toEqual(['asked', 'corrected', 'exported'])
  // Another account's patient is not covered by this request.
  const foreign = await patientOf(await shop.api.registerUser())
  await expect(
    staff.client.correctByRight(request.id, foreign.id, { version: 1, patient: patientToWire(details) }),
  ).rejects.toMatchObject({ status: 404 })
  // A request for a correction allows no erasure.
  await expect(
    staff.client.eraseByRight(request.id, { version: 1, patientId: patient.id }),
  ).rejects.toMatchObject({ code: 'conflict' })
})

test('an export contains results only if the member of staff may see those of all laboratories', async () => {
  const { request } = await ask('access')
  const at = { role: 'laboratory', laboratoryIds: [1] } as const
  const makers = [[at], [everywhere('laboratory')]] as const
  for (const [index, grants] of makers.entries()) {
    const { client } = await createStaff(shop.api, everywhere('privacy'), ...grants)
    const data = (await (await client.exportByRight(request.id)).json()) as Record<string, unknown>
    expect(data.testResults).toEqual(index === 0 ? undefined : [])
  }
})

test('an account is erased on request; the answer still reaches the person who asked', async () => {
  const { person, request } = await ask('erasure')
  const other = await person.client.askRight({ right: 'recipients', words: '' })
  const [one, two] = [await patientOf(person, 'Jan'), await patientOf(person, 'Ewa')]
  const staff = await privacy()
  expect((await staff.client.readRights(request.id)).held).toEqual(
    expect.arrayContaining([
      { what: 'patients', count: 2, isKept: false },
      { what: 'consents', count: 2, isKept: true },
    ]),
  )
  await staff.client.eraseByRight(request.id, { version: 0, patientId: one.id })
  expect(await person.client.patients()).toMatchObject([{ id: two.id }])
  await expect(staff.client.eraseByRight(request.id, { version: 0, patientId: null })).rejects.toMatchObject({
    code: 'stale_write',
  })
  expect(await queries().$count(users, eq(users.id, person.user.id))).toBe(1)
  expect(await staff.client.eraseByRight(request.id, { version: 1, patientId: null })).toEqual({ version: 2 })
  expect(await queries().$count(users, eq(users.id, person.user.id))).toBe(0)
  expect(await queries().$count(patients, eq(patients.userId, person.user.id))).toBe(0)
  expect(await staff.client.readRights(request.id)).toMatchObject({ account: null, patients: [], held: [] })
  await staff.client.answerRight(request.id, {
    version: 2,
    outcome: 'granted',
    text: 'Your account is erased.',
  })
  const mail = await shop.api.mailServer.take({ to: person.user.email, subject: /^Re: / })
  expect(mail.text).toContain('Your account is erased.')
  // The person's other request is still answered, by mail.
  expect(await rowOf(other.id)).toMatchObject({ state: 'open', email: person.user.email })
})

test('a request by post recorded twice, concurrently or after a lost reply, is one request with one mail; a different one is new', async () => {
  const [one, other] = [await privacy(), await privacy()]
  const posted = {
    right: 'access',
    words: 'What do you keep about me?',
    source: 'letter',
    askedOn: addDays(today(), -2),
    name: 'Olga Lis',
    email: `${crypto.randomUUID()}@mail.example`,
    locale: 'en',
  } as const
  const recorded = await Promise.all([one, other].map(({ client }) => client.noteRight(posted)))
  expect(await one.client.noteRight(posted)).toEqual(recorded[0])
  expect(recorded[1]).toEqual(recorded[0])
  const ofPerson = eq(rightsRequests.email, posted.email)
  expect(await queries().$count(rightsRequests, ofPerson)).toBe(1)
  await shop.api.mailServer.take({ to: posted.email, subject: /./ })
  const others = [
    { words: 'And who saw it?' },
    { askedOn: addDays(today(), -1) },
    { askedOn: today() },
    { right: 'recipients' as const },
  ]
  for (const another of others) await one.client.noteRight({ ...posted, ...another })
  // A request made today counts from the moment it is recorded; a repeat of it is still one request.
  await other.client.noteRight({ ...posted, askedOn: today() })
  expect(await queries().$count(rightsRequests, ofPerson)).toBe(1 + others.length)
})

test('a request by post counts from the day it arrived, and nothing is handed over before the sender is identified', async () => {
  const person = await shop.api.registerConfirmedUser()
  const patient = await patientOf(person)
  const staff = await privacy()
  const posted = {
    right: 'withdrawal',
    words: '',
    source: 'letter',
    askedOn: addDays(today(), -3),
    name: 'Anna Kowalska',
    email: person.user.email,
    locale: 'pl',
  } as const
  const { id } = await staff.client.noteRight(posted)
  const seen = await staff.client.readRights(id)
  expect(seen).toMatchObject({
    dueOn: addDays(today(), 12),
    daysLeft: 12,
    isIdentified: false,
    source: 'letter',
  })
  const confirmed = await shop.api.mailServer.take({ to: person.user.email, subject: /^Twoje żądanie/ })
  expect(confirmed.text).toContain('Wycofanie zgody')
  await expect(staff.client.exportByRight(id)).rejects.toMatchObject({ code: 'conflict' })
  await expect(staff.client.eraseByRight(id, { version: 0, patientId: null })).rejects.toMatchObject({
    code: 'conflict',
  })
  const identity = { version: 0, kind: 'identity', text: 'Passport seen at the branch.' } as const
  await staff.client.noteRightStep(id, identity)
  await staff.client.eraseByRight(id, { version: 1, patientId: patient.id })
  expect(await queries().$count(patients, eq(patients.userId, person.user.id))).toBe(0)
  for (const askedOn of [addDays(today(), 1), addDays(today(), -61)]) {
    await expect(staff.client.noteRight({ ...posted, askedOn })).rejects.toMatchObject({ status: 422 })
  }
})

test('an address that is not confirmed or has no account leads to no account’s data', async () => {
  const unproven = await shop.api.registerUser()
  const staff = await privacy()
  for (const email of [unproven.user.email, 'nobody.here@mail.example']) {
    const { id } = await staff.client.noteRight({
      right: 'access',
      words: '',
      source: 'email',
      askedOn: today(),
      name: 'Anna',
      email,
      locale: 'en',
    })
    await staff.client.noteRightStep(id, { version: 0, kind: 'identity', text: 'They said so.' })
    expect((await staff.client.readRights(id)).account).toBeNull()
    await expect(staff.client.exportByRight(id)).rejects.toMatchObject({ code: 'conflict' })
  }
})

test('erasing the account clears the words of answered requests; the rest is deleted three years after the answer', async () => {
  const { person, request } = await ask('objection', 'Not for statistics.')
  const staff = await privacy()
  await staff.client.answerRight(request.id, { version: 0, outcome: 'granted', text: 'It has ended.' })
  const { request: waiting } = await ask('access')
  await person.client.eraseAccount({ password: person.password })
  expect(await rowOf(request.id)).toMatchObject({ ...NO_WORDS, state: 'granted' })
  const at = (days: number) => new Date(shop.clock.now.getTime() + days * DAY)
  await sweepRightsRequests(queries(), at(RIGHTS_REQUEST_DAYS - 1))
  expect(await rowOf(request.id)).toBeDefined()
  await sweepRightsRequests(queries(), at(RIGHTS_REQUEST_DAYS + 1))
  expect(await rowOf(request.id)).toBeUndefined()
  expect(await queries().$count(rightsSteps, eq(rightsSteps.requestId, request.id))).toBe(0)
  expect(await rowOf(waiting.id)).toBeDefined()
})

test('the words of a request answered after an erasure are cleared a day after the answer', async () => {
  const { person, request } = await ask('recipients', 'Who?')
  await person.client.eraseAccount({ password: person.password })
  const staff = await privacy()
  expect(await staff.client.readRights(request.id)).toMatchObject({ words: 'Who?' })
  await staff.client.answerRight(request.id, { version: 0, outcome: 'granted', text: 'Nobody did.' })
  await shop.api.mailServer.take({ to: person.user.email, subject: /^Re: / })
  await sweepRightsRequests(queries(), new Date(shop.clock.now.getTime() + 2 * DAY))
  expect(await rowOf(request.id)).toMatchObject({ ...NO_WORDS, state: 'granted' })
})

test('the house is reminded once of an open request whose last day is near, without the name or the subject of the request', {
  tags: ['slow'],
}, async () => {
  const near = await ask('correction', 'My name is Anna Nowak.')
  const answered = await ask('erasure')
  const far = await ask('erasure')
  const due = (id: string, days: number) =>
    queries()
      .update(rightsRequests)
      .set({ dueOn: addDays(today(), days) })
      .where(eq(rightsRequests.id, id))
  await due(near.request.id, 3)
  await due(answered.request.id, 2)
  const staff = await privacy()
  await staff.client.answerRight(answered.request.id, { version: 0, outcome: 'granted', text: 'It is done.' })
  expect(await remindOfRights(shop.api.context)).toBeGreaterThan(0)
  expect(await remindOfRights(shop.api.context)).toBe(0)
  const to = shop.api.context.partner.personalDataEmail
  const mail = await shop.api.mailServer.take({
    to,
    subject: new RegExp(`Not answered.*${near.request.reference}`),
  })
  expect(mail.subject).toBe(
    `Not answered yet: data request ${near.request.reference}, due ${formatDay(addDays(today(), 3), 'en', 'date')}`,
  )
  expect(mail.text).toContain(`/rights/${near.request.id}`)
  for (const word of ['Anna', 'Nowak', 'correction', near.person.user.email]) {
    expect(`${mail.subject} ${mail.text}`).not.toContain(word)
  }
  const reminders = shop.api.mailServer.mails.filter(({ subject }) => /^Not answered/.test(subject ?? ''))
  for (const { request } of [answered, far]) {
    expect(reminders.some(({ subject }) => subject?.includes(request.reference))).toBe(false)
  }
})
