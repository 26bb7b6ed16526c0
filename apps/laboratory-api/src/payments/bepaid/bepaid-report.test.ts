import { expect, test } from 'vitest'
import { reportOfState } from './bepaid-report.ts'
import type { BepaidState } from './bepaid-schemas.ts'
import { readBepaidNotification } from './read-bepaid-notification.ts'

function state(overrides: Partial<BepaidState> = {}): BepaidState {
  return {
    order: { amount: 3245, currency: 'BYN', tracking_id: 'attempt' },
    gateway_response: null,
    finished: false,
    expired: false,
    test: true,
    ...overrides,
  }
}
const payment = (status: string) => ({ gateway_response: { payment: { uid: 'uid-1', status } } })

test.each([
  ['no payment yet', state(), 'waiting', false],
  ['paid', state({ ...payment('successful'), finished: true }), 'paid', true],
  ['declined once', state(payment('failed')), 'failed', false],
  ['declined for the last time', state({ ...payment('failed'), finished: true }), 'failed', true],
  ['at the bank', state(payment('pending')), 'waiting', false],
  ['at the bank when the page ended', state({ ...payment('pending'), expired: true }), 'waiting', false],
  ['ended', state({ expired: true }), 'expired', true],
  ['declined and ended', state({ ...payment('failed'), expired: true }), 'expired', true],
  ['paid at the last moment', state({ ...payment('successful'), expired: true }), 'paid', true],
  ['finished without a payment', state({ finished: true }), 'waiting', true],
  ['an unknown status', state(payment('verifying')), 'waiting', false],
])('the report of a page: %s', (_, given, outcome, closed) => {
  expect(reportOfState(given)).toMatchObject({ outcome, closed, amount: 3245, currency: 'BYN', test: true })
})

test('the amount that the gateway took counts, not the requested one', () => {
  const gateway_response = { payment: { uid: 'u', status: 'successful', amount: 1, currency: 'EUR' } }
  expect(reportOfState(state({ gateway_response }))).toMatchObject({ amount: 1, currency: 'EUR' })
})

test('a notification of an ended page is read as its state', () => {
  const reading = readBepaidNotification(JSON.stringify({ token: 't', ...state({ expired: true }) }))
  expect(reading).toMatchObject({ status: 'authentic', attemptId: 'attempt', report: { outcome: 'expired' } })
})

test('a transaction that is not a payment is ignored, an unreadable body is malformed', () => {
  const transaction = { uid: 'u', status: 'successful', type: 'refund', amount: 1, currency: 'BYN' }
  expect(readBepaidNotification(JSON.stringify({ transaction }))).toEqual({
    status: 'ignored',
    eventId: null,
  })
  for (const body of ['', 'null', '[]', '{"transaction":{"uid":1}}', '{'])
    expect(readBepaidNotification(body)).toEqual({ status: 'malformed' })
})
