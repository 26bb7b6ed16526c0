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
type Props = Parameters<typeof OutsideSteps>[0]
const stepsOf = (
  refund: Partial<Props['refund']>,
  permissions: Props['permissions'] = ['refunds.ask'],
  isOfProvider = true,
) =>
  pageHtml(
    <OutsideSteps
      refund={{ ...REFUND, ...refund }}
      isOfProvider={isOfProvider}
      permissions={permissions}
      wrong={[]}
    />,
  )

test('only a refund that the provider refused can be marked as made outside, not one it may have accepted', () => {
  expect(stepsOf({})).toContain('value="outside"')
  expect(stepsOf({ failure: 'status 503', isRefused: false })).toBe('')
})

test('a refund of a former provider can be marked whatever that had answered, also as made by it', () => {
  const accepted = { failure: null, isRefused: false, acceptedAs: 're_1' }
  expect(stepsOf(accepted)).toBe('')
  const html = stepsOf(accepted, ['refunds.ask'], false)
  expect([...html.matchAll(/<option value="(\w+)"/g)].map(([, way]) => way)).toEqual([
    'formerProvider',
    'bankTransfer',
    'cash',
  ])
  expect(html).toMatch(/<input[^>]*name="reference"[^>]*value="re_1"/)
  expect(stepsOf({})).not.toContain('formerProvider')
})

test('a second person reads what is claimed, and then confirms or rejects it', () => {
  const claim = { way: 'cash', reference: 'RKO 17', by: 'Anna Lis', at: '10:20', secondedBy: null } as const
  const mine = stepsOf({ outside: { ...claim, isOwn: true } }, ['refunds.decide'])
  expect(mine).not.toContain('<form')
  const hers = stepsOf({ outside: { ...claim, isOwn: false } }, ['refunds.decide'])
  // The buttons have a row of their own: beside the sentence the second one fell alone into the next line.
  expect(hers).toMatch(/a second person has to agree<\/p><form/)
  expect(hers).toContain('value="agreeOutside"')
  expect(hers).toContain('value="declineOutside"')
})

test('a refused reference is marked in its open form, with what is asked for after a change of provider', () => {
  const wrong = (isOfProvider: boolean) =>
    pageHtml(
      <OutsideSteps
        refund={REFUND}
        isOfProvider={isOfProvider}
        permissions={['refunds.ask']}
        wrong={['reference']}
      />,
    )
  for (const html of [wrong(true), wrong(false)]) {
    expect(html).toMatch(/<details[^>]* open/)
    expect(html).toMatch(/<input[^>]*aria-invalid="true" name="reference"/)
  }
  expect(wrong(true)).toContain('At least three characters.')
  expect(wrong(false)).toContain('own number there')
})

test('a way that was refused is marked, and its form is open', () => {
  const html = pageHtml(
    <OutsideSteps refund={REFUND} isOfProvider permissions={['refunds.ask']} wrong={['way']} />,
  )
  expect(html).toMatch(/<details[^>]* open/)
  expect(html).toMatch(/<select[^>]* name="way"[^>]*aria-invalid/)
})
