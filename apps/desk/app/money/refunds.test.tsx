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
type Refund = Parameters<typeof Refunds>[0]['refunds'][number]
const buttonsOf = (refund: Partial<Refund>, isOfProvider: boolean) => {
  const refunds = [{ ...REFUND, ...refund }]
  const html = pageHtml(
    <Refunds
      refunds={refunds}
      isOfProvider={isOfProvider}
      permissions={['refunds.ask', 'refunds.decide']}
      wrongOf={() => []}
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

test('a refund that the provider has accepted is asked about, and one that came back says so', () => {
  const html = (refund: Partial<Refund>) =>
    pageHtml(
      <Refunds
        refunds={[{ ...REFUND, state: 'approved', ...refund }]}
        isOfProvider
        permissions={['refunds.ask']}
        wrongOf={() => []}
      />,
    )
  const accepted = html({ acceptedAs: 're_1' })
  expect(accepted).toContain('The provider has accepted it (re_1)')
  expect(accepted).toContain('Ask the provider')
  const reversals = [{ refundId: 're_1', doneAt: '5 March', failedAt: '8 March' }]
  const failed = html({ reversals, failure: 'refund failed' })
  expect(failed).toContain('refunded it on 5 March (re_1); that failed on 8 March')
  expect(failed).toContain('It failed at the provider.')
  expect(failed).not.toContain('did not accept')
  expect(failed).toContain('Send again')
  expect(html({ failure: 'status 422' })).toContain('The provider did not accept it: status 422.')
})

test('only the form about the refund that was refused shows what is wrong in it', () => {
  const refused = { state: 'approved', failure: 'status 422', isRefused: true } as const
  const html = pageHtml(
    <Refunds
      refunds={[
        { ...REFUND, ...refused },
        { ...REFUND, ...refused, id: 'second' },
      ]}
      isOfProvider
      permissions={['refunds.ask']}
      wrongOf={(id) => (id === 'second' ? ['reference'] : [])}
    />,
  )
  const [first, second] = [...html.matchAll(/<input[^>]*name="reference"[^>]*>/g)].map(([tag]) => tag)
  expect(first).not.toContain('aria-invalid')
  expect(second).toContain('aria-invalid')
  expect(html.match(/<details[^>]*open/g)).toHaveLength(1)
})
