import { expect, test } from 'vitest'
import { pageHtml } from '../../../storefront/app/testing/page-html.tsx'
import { Refunds } from './refunds.tsx'

const REFUND = {
  id: '0190c5d8-0000-7000-8000-000000000001',
  state: 'requested',
  version: 1,
  amount: 'Br 5.00',
  endsOrder: false,
  origin: 'staff',
  reason: null,
  requestedBy: 'Olga Novik',
  requestedAt: '09:12',
  decidedBy: null,
  decidedAt: null,
  doneAt: null,
  failure: null,
  isRefused: false,
  isOwn: false,
  outside: null,
} as const
const buttonsOf = (
  refund: Partial<Parameters<typeof Refunds>[0]['refunds'][number]>,
  isOfProvider: boolean,
) => {
  const refunds = [{ ...REFUND, ...refund }]
  const html = pageHtml(
    <Refunds
      refunds={refunds}
      isOfProvider={isOfProvider}
      permissions={['refunds.ask', 'refunds.decide']}
      wrong={[]}
    />,
  )
  return [...html.matchAll(/value="(agree|decline|send)"/g)].map(([, intent]) => intent)
}

test('a refund of a former provider’s payment can be declined, but neither approved nor sent', () => {
  expect(buttonsOf({}, true)).toEqual(['agree', 'decline'])
  expect(buttonsOf({}, false)).toEqual(['decline'])
  const approved = { state: 'approved', failure: 'unreachable' } as const
  expect(buttonsOf(approved, true)).toEqual(['send'])
  expect(buttonsOf(approved, false)).toEqual([])
})
