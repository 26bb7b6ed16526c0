import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AckCode, Hl7Message } from '@medplum/core'
import { PATIENTLY } from '@shop/database/testing/patience'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FhirClient } from '../fhir/fhir-client.ts'
import { NoConnection } from '../mllp/send.ts'
import { MOST_REFUSALS, openStore, type Store } from '../store.ts'
import { keepOrdering } from './send-orders.ts'

/** The laboratory's answer; `away`: no connection; `lost`: the message arrives, its answer does not. */
type Answer = AckCode | 'away' | 'lost' | 'never'
type Status = 'active' | 'completed' | 'revoked'

let folder: string
let now: Date
let answer: Answer
/** What the laboratory received: ORC-1 with the lines' numbers. */
let received: string[]
let controlIds: Set<string>
/** The status of each line of order 71. */
let lines: Map<string, Status>
let looks: number
/** Whether a search by status finds something. */
let isFound: boolean
let store: Store
let ordering: { close(): Promise<void> }

function requestOf([line, status]: [string, Status]) {
  return {
    resourceType: 'ServiceRequest',
    id: line,
    meta: { lastUpdated: '2040-03-05T08:00:00Z' },
    identifier: [{ value: line }],
    requisition: { value: '71' },
    status,
    code: { coding: [{ code: '1001' }] },
    subject: { reference: 'Patient/p' },
    authoredOn: '2040-03-05T08:00:00Z',
  }
}
const patient = {
  resourceType: 'Patient',
  id: 'p',
  name: [{ family: 'Kowalska', given: ['Anna'] }],
  gender: 'female',
  birthDate: '1990-04-12',
}
const fhir: FhirClient = {
  async get(path) {
    const wanted = new URLSearchParams(path.slice(path.indexOf('?'))).get('status')?.split(',')
    if (wanted) looks += 1
    if (wanted && !isFound) return {}
    const found = [...lines].filter(([, status]) => wanted?.includes(status) ?? true).map(requestOf)
    return { entry: [...found, patient].map((resource) => ({ resource })) }
  },
  transaction: () => Promise.reject(new Error('not used')),
}
async function takeMessage(message: Hl7Message) {
  if (answer === 'away') throw new NoConnection()
  const [order] = message.getAllSegments('ORC')
  const placers = message.getAllSegments('OBR').map((segment) => segment.getComponent(2, 1))
  received.push([order!.getComponent(1, 1), ...placers].join(' '))
  controlIds.add(message.header.getComponent(10, 1))
  if (answer === 'lost') throw new Error('the connection was lost before the acknowledgement')
  if (answer === 'never') return new Promise<never>(() => {})
  return message.buildAck({ ackCode: answer })
}

function start() {
  store = openStore(folder)
  ordering = keepOrdering({
    fhir,
    store,
    sender: { send: takeMessage, close: () => {} },
    names: {
      application: 'SHOP',
      facility: 'NETWORK',
      laboratoryApplication: 'LIS',
      laboratoryFacility: 'LABORATORY',
      processingId: 'P',
      zone: 'Europe/Minsk',
    },
    charset: 'UNICODE UTF-8',
    logger: pino({ level: 'silent' }),
    now: () => now,
    intervalMs: 1,
    pauses: { first: 1_000, longest: 300_000 },
  })
}
async function stop() {
  await ordering.close()
  store.close()
}
/** Lets the gateway look for orders and send what is due, some rounds long. */
async function someRounds() {
  const before = looks
  await vi.waitFor(() => expect(looks).toBeGreaterThan(before + 3), { ...PATIENTLY, interval: 2 })
}
async function later(minutes: number) {
  now = new Date(now.getTime() + minutes * 60_000)
  await someRounds()
}
/** What a refund, or the laboratory's own cancellation of all analyses, does to the requests. */
const revokeAll = () => {
  for (const line of lines.keys()) lines.set(line, 'revoked')
}

beforeEach(() => {
  folder = temporaryFolder('gateway')
  now = new Date('2040-03-05T08:00:00Z')
  answer = 'AA'
  received = []
  controlIds = new Set()
  lines = new Map([['71-1', 'active']])
  looks = 0
  isFound = true
})
afterEach(() => stop())

for (const reason of ['away', 'AE', 'AR'] as const) {
  test(`an order refunded before the laboratory took it (${reason}) is not sent, nor is its cancellation`, async () => {
    answer = reason
    start()
    await later(4)
    revokeAll()
    // The cancellation is queued while the order waits for its next attempt.
    await someRounds()
    expect(store.waitingOutgoing()).toBe(2)
    await stop()
    received = []
    answer = 'AA'
    start()
    await later(60)
    expect(received).toEqual([])
    expect(store.waitingOutgoing()).toBe(0)
  })
}

test('an order that is sent no more because it was refunded is not cancelled afterwards', async () => {
  answer = 'away'
  start()
  await someRounds()
  // Refunded after the gateway looked for orders and before it sent them.
  isFound = false
  revokeAll()
  await later(5)
  expect(store.waitingOutgoing()).toBe(0)
  answer = 'AA'
  isFound = true
  await later(5)
  expect(received).toEqual([])
})

test('a cancellation leaves out what the laboratory was never sent', async () => {
  start()
  await someRounds()
  expect(received).toEqual(['NW 71-1'])
  store.addOutgoing(
    { controlId: 'X', control: 'NW', orderNumber: '71', patient: 'Patient/p', placers: ['71-2'] },
    new Date(now.getTime() + 60_000),
  )
  lines.set('71-2', 'active')
  revokeAll()
  await someRounds()
  // The cancellation of both waits for the order of the second, of which the laboratory does not know.
  expect(received).toEqual(['NW 71-1'])
  await later(5)
  expect(received).toEqual(['NW 71-1', 'CA 71-1'])
  expect(store.waitingOutgoing()).toBe(0)
})

test('an order whose acknowledgement was lost is sent before its cancellation, even after a restart', async () => {
  answer = 'lost'
  start()
  await later(4)
  answer = 'away'
  for (let attempt = 0; attempt < 5; attempt += 1) await later(10)
  revokeAll()
  await someRounds()
  await stop()
  received = []
  answer = 'AA'
  start()
  await later(0.1)
  // The order waits for its next attempt, and its cancellation waits for the order.
  expect(received).toEqual([])
  await later(5)
  expect(received).toEqual(['NW 71-1', 'CA 71-1'])
  expect(controlIds.size).toBe(2)
  await later(60)
  expect(received).toHaveLength(2)
})

test('an order that was being sent when the process ended counts as one that may have arrived', async () => {
  answer = 'never'
  start()
  await vi.waitFor(() => expect(received).toEqual(['NW 71-1']), PATIENTLY)
  const left = temporaryFolder('gateway')
  cpSync(folder, left, { recursive: true })
  store.close()
  rmSync(folder, { recursive: true })
  folder = left
  revokeAll()
  answer = 'AA'
  start()
  await someRounds()
  expect(received).toEqual(['NW 71-1', 'NW 71-1', 'CA 71-1'])
})

test('what an earlier release left waiting counts as what may have arrived', async () => {
  const file = new DatabaseSync(join(folder, 'gateway.sqlite'))
  file.exec(`
    create table outgoing (control_id text primary key, control text not null, order_number text not null,
      patient text not null, placers text not null, attempts integer not null default 0,
      next_try_at integer not null, accepted_at integer) strict;
    create table placed (placer text primary key, control text not null) strict;
    insert into outgoing values ('X', 'NW', '71', 'Patient/p', '["71-1"]', 3, ${now.getTime() + 60_000}, null);
    insert into placed values ('71-1', 'NW');`)
  file.close()
  revokeAll()
  start()
  await someRounds()
  expect(received).toEqual([])
  await later(2)
  expect(received).toEqual(['NW 71-1', 'CA 71-1'])
})

test('a laboratory that refuses to take a refunded order again is sent the cancellation', async () => {
  answer = 'lost'
  start()
  await someRounds()
  revokeAll()
  answer = 'AR'
  await later(1)
  // It takes nothing at present.
  expect(new Set(received)).toEqual(new Set(['NW 71-1']))
  received = []
  answer = 'AE'
  await later(5)
  expect(received.slice(0, 2)).toEqual(['NW 71-1', 'CA 71-1'])
  answer = 'AA'
  await later(5)
  expect(received.filter((one) => one.startsWith('NW'))).toHaveLength(1)
  expect(store.waitingOutgoing()).toBe(0)
})

/** Refuses what is sent for hours, and then much longer. */
async function refuseForHours(code: 'AE' | 'AR') {
  answer = code
  for (let attempt = 0; attempt < MOST_REFUSALS + 5; attempt += 1) await later(6)
}
/** What docs/operations/runbooks/hl7-orders-not-taken.md has an operator do. */
function settle(change: string) {
  const file = new DatabaseSync(join(folder, 'gateway.sqlite'))
  file.exec(`update outgoing set ${change} where order_number = '71' and accepted_at is null`)
  file.close()
}

test('an order that is refused for its content is set aside after a while, and sent again when told to', async () => {
  start()
  await refuseForHours('AE')
  expect(received).toHaveLength(MOST_REFUSALS)
  expect([store.waitingOutgoing(), store.setAsideOutgoing()]).toEqual([0, 1])
  await stop()
  start()
  await later(600)
  expect(received).toHaveLength(MOST_REFUSALS)
  await later(24 * 60)
  expect(received).toHaveLength(MOST_REFUSALS + 1)
  await later(60)
  expect(received).toHaveLength(MOST_REFUSALS + 1)
  answer = 'AA'
  settle('refusals = 0, next_try_at = 0')
  await someRounds()
  expect(received).toHaveLength(MOST_REFUSALS + 2)
  expect(controlIds.size).toBe(1)
  expect([store.waitingOutgoing(), store.setAsideOutgoing()]).toEqual([0, 0])
})

test('an order that is refused for other reasons than its content is sent until it is accepted', async () => {
  start()
  await refuseForHours('AR')
  expect(received.length).toBeGreaterThan(MOST_REFUSALS)
  answer = 'AA'
  await later(6)
  expect([store.waitingOutgoing(), store.setAsideOutgoing()]).toEqual([0, 0])
})

test('an order that was set aside and is refunded is not sent any more, nor is its cancellation', async () => {
  start()
  await refuseForHours('AE')
  revokeAll()
  await someRounds()
  expect(received).toHaveLength(MOST_REFUSALS)
  expect([store.waitingOutgoing(), store.setAsideOutgoing()]).toEqual([0, 0])
})

test('an order that was set aside and is cancelled by the laboratory is settled within a day, and not sent', async () => {
  start()
  await refuseForHours('AE')
  for (const placer of lines.keys()) store.noteCancelled(placer, true)
  revokeAll()
  await later(24 * 60)
  expect(received).toHaveLength(MOST_REFUSALS)
  expect([store.waitingOutgoing(), store.setAsideOutgoing()]).toEqual([0, 0])
})

test('a cancellation that is refused for its content is set aside, and settled when the laboratory was told', async () => {
  start()
  await someRounds()
  revokeAll()
  received = []
  await refuseForHours('AE')
  expect(received).toEqual(Array(MOST_REFUSALS).fill('CA 71-1'))
  expect(store.setAsideOutgoing()).toBe(1)
  settle('accepted_at = unixepoch() * 1000')
  await someRounds()
  expect(store.setAsideOutgoing()).toBe(0)
  expect(received).toHaveLength(MOST_REFUSALS)
})

test('an order is only cancelled at the laboratory when all its requests are revoked', async () => {
  lines.set('71-2', 'active')
  start()
  await someRounds()
  store.expectCancelled('71-1')
  lines.set('71-1', 'revoked')
  await someRounds()
  // A report that was put right at the desk did not come through the gateway.
  lines.set('71-2', 'revoked').set('71-1', 'completed')
  await someRounds()
  expect(received).toEqual(['NW 71-1 71-2'])
  revokeAll()
  await someRounds()
  expect(received).toEqual(['NW 71-1 71-2', 'CA 71-1 71-2'])
})

test('the only analysis of an order, cancelled by the laboratory itself, is not cancelled there', async () => {
  start()
  await someRounds()
  store.expectCancelled('71-1')
  revokeAll()
  await someRounds()
  expect(received).toEqual(['NW 71-1'])
  store.forgetExpected('71-1')
  await someRounds()
  expect(received).toEqual(['NW 71-1', 'CA 71-1'])
})

test('an order that may have arrived and was cancelled by the laboratory itself is not sent again', async () => {
  answer = 'lost'
  start()
  await someRounds()
  store.expectCancelled('71-1')
  store.noteCancelled('71-1', true)
  revokeAll()
  received = []
  answer = 'AA'
  await later(5)
  expect(received).toEqual([])
  expect(store.waitingOutgoing()).toBe(0)
})

test('a refused report cancels nothing, unless an accepted one did; a later result takes it back', () => {
  start()
  const isCancelled = () => store.isCancelledByLaboratory('71-1')
  store.expectCancelled('71-1')
  expect(isCancelled()).toBe(true)
  store.forgetExpected('71-1')
  expect(isCancelled()).toBe(false)
  store.expectCancelled('71-1')
  store.noteCancelled('71-1', true)
  store.expectCancelled('71-1')
  store.forgetExpected('71-1')
  expect(isCancelled()).toBe(true)
  store.noteCancelled('71-1', false)
  expect(isCancelled()).toBe(false)
})
