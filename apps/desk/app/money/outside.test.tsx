import { expect, test } from 'vitest'
import { pageHtml } from '../../../storefront/app/testing/page-html.tsx'
import { OutsideSteps } from './outside.tsx'

const REFUND = {
  id: '0190c5d8-0000-7000-8000-000000000001',
  state: 'approved',
  version: 2,
  amount: 'Br 5.00',
  endsOrder: false,
  origin: 'staff',
  reason: null,
  requestedBy: null,
  requestedAt: '09:12',
  decidedBy: null,
  decidedAt: null,
  doneAt: null,
  failure: 'status 422',
  isRefused: true,
  isOwn: false,
  outside: null,
} as const
const stepsOf = (refund: Partial<Parameters<typeof OutsideSteps>[0]['refund']>) =>
  pageHtml(<OutsideSteps refund={{ ...REFUND, ...refund }} permissions={['refunds.ask']} wrong={[]} />)

test('only a refund that the provider refused can be marked as made outside, not one it may have accepted', () => {
  expect(stepsOf({})).toContain('value="outside"')
  expect(stepsOf({ failure: 'status 503', isRefused: false })).toBe('')
})
