import { expect, test } from 'vitest'
import { pageHtml } from '../testing/page-html.tsx'
import type { OrderView } from './load-order.server.ts'
import { OrderActions } from './order-forms.tsx'

test('receipt and calendar are opened, not saved: once the session has ended, the link leads to the login page', () => {
  const order = {
    id: '1',
    state: 'paid',
    payment: { state: 'paid', paidAt: '20 November' },
    change: { isPossible: false },
  } as unknown as OrderView
  const html = pageHtml(<OrderActions order={order} asksCancel={false} />)
  expect(html).toContain('href="/orders/1/visit.ics"')
  expect(html).toContain('href="/orders/1/receipt.pdf"')
  expect(html).not.toMatch(/<a[^>]* download/)
})
