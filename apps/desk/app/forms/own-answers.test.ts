import { orderPresenceSchema } from '@shop/contract/desk'
import { messageVersionSchema } from '@shop/contract/support'
import { expect, test, vi } from 'vitest'
import {
  askBeside,
  readNewPasskey,
  readOutcome,
  readPresence,
  readProblem,
  readVersion,
} from './own-answers.ts'
import type { FormProblem } from './run-form.server.ts'

const present = { others: ['Kowalska Anna'], state: 'paid', version: 3 } as const
const known = [
  present,
  { ...present, start: '2040-03-06T09:00:00+03:00', isUnagreed: true },
  { ...present, others: [] },
]

test.each(known)('who has an order open is read as the main API sends it: %o', (sent) => {
  expect(readPresence(sent)).toEqual(orderPresenceSchema.parse(sent))
})

test.each([
  null,
  'paid',
  {},
  { ...present, others: 'Anna' },
  { ...present, others: [1] },
  { ...present, state: 'lost' },
  { ...present, version: '3' },
  { ...present, start: 5 },
  { ...present, isUnagreed: 'yes' },
])('what is not an answer about an order is none: %o', (sent) => {
  expect(readPresence(sent)).toBeNull()
  expect(orderPresenceSchema.safeParse(sent).success).toBe(false)
})

test('a message’s version is read as the main API sends it', () => {
  expect(readVersion(messageVersionSchema.parse({ version: 4 }))).toBe(4)
  for (const sent of [null, {}, { version: '4' }, []]) expect(readVersion(sent)).toBeNull()
})

const refused: FormProblem = {
  code: 'stale_write',
  fields: ['label'],
  status: 409,
  changed: { by: null, byPatient: true, change: 'visit.moved', at: 'Tue 6 Mar, 9:00' },
}

test.each([null, refused, { ...refused, status: 422, changed: null }])(
  'the outcome of a press is read as the sheet’s route sends it: %o',
  (problem) => {
    expect(readOutcome(JSON.parse(JSON.stringify({ problem })))).toEqual({ problem })
  },
)

test.each([
  null,
  {},
  { problem: 'stale_write' },
  { problem: { ...refused, status: 500 } },
  { problem: { ...refused, fields: null } },
  { problem: { ...refused, changed: {} } },
])('what is not an outcome is none: %o', (sent) => {
  expect(readOutcome(sent)).toBeNull()
})

test('a page shows nothing if its question gets no usable answer', async () => {
  const answers = [
    Response.json({ version: 4 }),
    Response.json({ version: null }),
    new Response('<!doctype html>'),
    Response.json({ version: 5 }, { status: 503 }),
  ]
  vi.stubGlobal('fetch', async () => answers.shift() ?? Promise.reject(new TypeError('fetch failed')))
  const asked = []
  for (let index = 0; index < 5; index++) asked.push(await askBeside('/messages/1/version', readVersion))
  expect(asked).toEqual([4, null, null, null, null])
})

test('why a passkey cannot be made, and what the browser needs to make one, are read as the desk’s route sends them', () => {
  expect(readProblem({ ...refused, status: 422, changed: null })).toEqual({
    ...refused,
    status: 422,
    changed: null,
  })
  const asked = { challengeId: crypto.randomUUID(), options: { challenge: 'x' } }
  expect(readNewPasskey({ ...asked, more: 1 })).toEqual(asked)
  for (const sent of [null, {}, { ...asked, challengeId: 5 }, { ...asked, options: null }]) {
    expect(readNewPasskey(sent)).toBeNull()
    expect(readProblem(sent)).toBeNull()
  }
})
