import { expect, test } from 'vitest'
import { pageHtml } from '../testing/page-html.tsx'
import type { OrderView } from './load-order.server.ts'
import { OrderActions, ReceiptLink, VisitChange } from './order-forms.tsx'

const PAID = {
  id: '1',
  state: 'paid',
  visit: {},
  payment: { state: 'paid', paidAt: '20 November' },
  change: { isPossible: true, until: 'Mon 23 Nov, 8:30', movedFrom: null },
} as unknown as OrderView

test('receipt and calendar are opened, not saved: once the session has ended, the link leads to the login page', () => {
  const html = pageHtml(
    <>
      <OrderActions order={PAID} asksCancel={false} />
      <ReceiptLink order={PAID} />
    </>,
  )
  expect(html).toContain('href="/orders/1/visit.ics"')
  expect(html).toContain('href="/orders/1/receipt.pdf"')
  expect(html).not.toMatch(/<a[^>]* download/)
})

test('before a visit two things are offered; cancelling stands beside the time until which it is possible', () => {
  const actions = pageHtml(<OrderActions order={PAID} asksCancel={false} />)
  expect([...actions.matchAll(/<(?:a|button)\b/g)]).toHaveLength(2)
  expect(pageHtml(<VisitChange order={PAID} />)).toMatch(/Mon 23 Nov, 8:30.*href="\/orders\/1\?ask=cancel"/)
  const late = { ...PAID, change: { ...PAID.change, isPossible: false, until: null } }
  expect(pageHtml(<VisitChange order={late} />)).not.toContain('ask=cancel')
})
