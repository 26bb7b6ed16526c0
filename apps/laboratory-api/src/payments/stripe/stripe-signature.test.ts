import { expect, test } from 'vitest'
import { verifiedEvent } from './stripe-signature.ts'

const BODY = '{"id":"evt_1","object":"event","type":"checkout.session.completed"}'
const SIGNATURE = 't=1700000000,v1=d1e4aa90551919f198c22ba0a9691b35338d4b631d54ce1f1465e93b1d41c430'
const SECRET = 'whsec_test_secret'
const SENT = new Date(1_700_000_000_000)

function check(overrides: Partial<Parameters<typeof verifiedEvent>[0]> = {}) {
  return verifiedEvent({ body: BODY, signature: SIGNATURE, secrets: [SECRET], now: SENT, ...overrides })
}

test('the known vector is accepted', () => {
  expect(check()).toMatchObject({ id: 'evt_1', type: 'checkout.session.completed' })
})

test('during a rotation either secret is accepted, in any place', () => {
  expect(check({ secrets: ['whsec_new', SECRET] })).not.toBeNull()
  expect(check({ secrets: [SECRET, 'whsec_new'] })).not.toBeNull()
})

test('a notification is accepted for 300 seconds and no longer', () => {
  expect(check({ now: new Date(SENT.getTime() + 300_000) })).not.toBeNull()
  expect(check({ now: new Date(SENT.getTime() + 301_000) })).toBeNull()
})

test.each([
  ['another secret', { secrets: ['whsec_other'] }],
  ['no secret', { secrets: [] }],
  ['no signature', { signature: null }],
  ['an empty signature', { signature: '' }],
  ['a changed body', { body: `${BODY} ` }],
  ['a changed time', { signature: SIGNATURE.replace('1700000000', '1700000001') }],
  ['a signature of another scheme', { signature: SIGNATURE.replace('v1=', 'v0=') }],
])('%s is refused', (_, overrides) => {
  expect(check(overrides)).toBeNull()
})
