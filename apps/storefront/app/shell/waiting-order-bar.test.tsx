import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import { WaitingOrderBar } from './waiting-order-bar.tsx'

test('a waiting order says its sum, until when to pay and how to cancel, and its button does not outdo the page', () => {
  const order = {
    id: '1',
    number: '1000168',
    total: { price: 23.8, currency: 'BYN' as const },
    heldUntil: '11:30',
    heldForMs: 60_000,
  }
  const screen = {
    key: 'testResults',
    isModal: false,
    searchField: 'menu',
    back: '/',
    address: '/test-results',
  } as const
  const html = pageHtml(<WaitingOrderBar order={order} screen={screen} />)
  expect(wordsOf(html)).toBe('Order 1000168, 23.80 BYN. Pay by 11:30. CancelPay')
  expect(html).not.toMatch(/class="[^"]*accent/)
})
