import { loadPartner } from '@shop/server/partner'
import { afterEach, expect, test, vi } from 'vitest'
import { QUOTAS } from '../limits.ts'
import { letterheadData } from './letterhead-data.ts'
import { createTypesetter, type PaperOrder, type Typesetter } from './typesetter.ts'

let typesetter: Typesetter
afterEach(() => typesetter.close())

function open(maxWaiting?: number): Typesetter {
  typesetter = createTypesetter({ logger: { warn: vi.fn() }, ...(maxWaiting ? { maxWaiting } : {}) })
  return typesetter
}

/** A receipt with nothing paid. */
function receipt(number: number): PaperOrder {
  const letterhead = letterheadData({
    partner: loadPartner('synlab'),
    locale: 'en',
    title: `Receipt ${number}`,
    running: '',
    foot: '',
  })
  const data = { letterhead, facts: [], test: null, columns: ['', '', ''], subtotal: '', patients: [] }
  return {
    template: 'orders/receipt/receipt.typ',
    data: { ...data, delivery: null, total: ['', ''], refunds: [], remains: null, note: '' },
  }
}
const reader = (signal = new AbortController().signal) => ({ userId: crypto.randomUUID(), signal })

test('the same paper requested concurrently is made once', async () => {
  const { typeset } = open()
  const [one, same, other] = await Promise.all([
    typeset(receipt(1), reader()),
    typeset(receipt(1), reader()),
    typeset(receipt(2), reader()),
  ])
  expect(same).toBe(one)
  expect(other).not.toBe(one)
  expect(await typeset(receipt(1), reader())).not.toBe(one)
})

test('when the queue is full the answer is to try again later, and the waiting papers are still made', {
  tags: ['ASVS-15.2.2'],
}, async () => {
  const { typeset } = open(3)
  const answers = await Promise.allSettled(
    Array.from({ length: 40 }, (_, number) => typeset(receipt(number), reader())),
  )
  const made = answers.filter(({ status }) => status === 'fulfilled')
  expect(made.length).toBeGreaterThanOrEqual(3)
  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refusals.length).toBeGreaterThan(0)
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ code: 'not_ready', status: 503, details: { retryAfter: 5 } })
  await expect(typeset(receipt(1), reader())).resolves.toBeInstanceOf(Uint8Array)
})

test('a hundred aborted requests for one paper leave nothing behind that others wait for', async () => {
  const { typeset } = open(1)
  const gone = new AbortController()
  const cutOff = Array.from({ length: 100 }, () => typeset(receipt(1), reader(gone.signal)))
  gone.abort()
  const answers = await Promise.allSettled(cutOff)
  expect(answers.map((answer) => answer.status === 'rejected' && answer.reason.name)).toEqual(
    Array(100).fill('AbortError'),
  )
  await expect(typeset(receipt(2), reader())).resolves.toBeInstanceOf(Uint8Array)
  await expect(typeset(receipt(1), reader(gone.signal))).rejects.toThrow('aborted')
})

test('a reader who leaves while the paper is being made harms no one', async () => {
  const { typeset } = open()
  await typeset(receipt(1), reader())
  const gone = new AbortController()
  const left = typeset(receipt(2), reader(gone.signal))
  // By now a thread has it, and the event loop has not turned: however busy the machine, there is no answer yet.
  for (let step = 0; step < 5; step++) await null
  gone.abort()
  await expect(left).rejects.toThrow('aborted')
  await expect(typeset(receipt(2), reader())).resolves.toBeInstanceOf(Uint8Array)
  await expect(typeset(receipt(3), reader())).resolves.toBeInstanceOf(Uint8Array)
})

test('a paper is made for the remaining reader when another one who requested it has gone', async () => {
  const { typeset } = open()
  const gone = new AbortController()
  const [left, stays] = [typeset(receipt(1), reader(gone.signal)), typeset(receipt(1), reader())]
  gone.abort()
  await expect(left).rejects.toThrow('aborted')
  await expect(stays).resolves.toBeInstanceOf(Uint8Array)
})

test('one account cannot have many papers made concurrently; another is served in the meantime', {
  tags: ['ASVS-15.2.2'],
}, async () => {
  const { typeset } = open()
  const one = reader()
  const own = Array.from({ length: QUOTAS.concurrentPapers }, (_, number) => typeset(receipt(number), one))
  await expect(typeset(receipt(99), one)).rejects.toMatchObject({ code: 'too_many_requests' })
  await expect(typeset(receipt(99), reader())).resolves.toBeInstanceOf(Uint8Array)
  await Promise.all(own)
  await expect(typeset(receipt(99), one)).resolves.toBeInstanceOf(Uint8Array)
})

test('the error for a paper that the compiler refuses names the template and nothing of the content', async () => {
  const { typeset } = open()
  const { template, data } = receipt(1)
  const wrong = typeset({ template, data: { ...data, facts: 'Kowalska' } }, reader())
  await expect(wrong).rejects.toThrow(/Typst refused orders\/receipt\/receipt\.typ/)
  await expect(wrong).rejects.not.toThrow(/Kowalska/)
})
