import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import type { OrderView } from './load-order.server.ts'
import { VisitChange } from './order-forms.tsx'

const words = (change: Partial<OrderView['change']>) => {
  const order = {
    id: 'order',
    state: 'paid',
    visit: { day: 'Tuesday 24 November', time: '9:00' },
    change: {
      isPossible: true,
      until: 'Tue 24 Nov, 9:00',
      movedFrom: 'Mon 23 Nov, 8:30',
      start: '2026-11-24T09:00:00+03:00',
      refund: '42.40 BYN',
      ...change,
    },
  } as OrderView
  return wordsOf(pageHtml(<VisitChange order={order} />))
}

test('the patient is asked whether a new time suits only until the visit begins', () => {
  expect(words({})).toContain('Tuesday 24 November')
  expect(words({})).toContain('Mon 23 Nov, 8:30')
  const begun = words({ isPossible: false, until: null })
  expect(begun).not.toContain('Mon 23 Nov, 8:30')
  expect(begun).toBe('It is too late to move or cancel here. Call us or write to our support team.')
})
