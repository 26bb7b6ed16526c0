import { expect, test } from 'vitest'
import { pathOf } from '../app/platform/navigation/navigation.ts'
import { kindOfRequest } from './kind-of-request.ts'

test.each([
  ['GET', '/live', null],
  ['GET', '/order/cart', 'orders'],
  ['POST', '/order/feedback.data', 'orders'],
  ['GET', '/add-to-cart/analysis/7', 'orders'],
  ['POST', '/api/order/create', 'orders'],
  ['POST', '/api/search/unanswered', 'forms'],
  ['GET', '/orders', 'pages'],
  ['GET', '/login', 'pages'],
  ['POST', '/login', 'logins'],
  ['POST', '/login/second-step', 'logins'],
  ['POST', '/register.data', 'logins'],
  ['POST', '/settings', 'forms'],
  ['GET', '/orders/1/receipt.pdf', 'papers'],
  ['GET', '/assets/root-abc.css', 'files'],
  ['GET', '/public-env.js', 'files'],
  ['GET', '/', 'pages'],
] as const)('%s %s is work of the kind %s', (method, path, kind) => {
  expect(kindOfRequest(method, path)).toBe(kind)
})

test('every screen from the cart to the payment is work of the kind orders', () => {
  const screens = [
    'dateOrCall',
    'callDetails',
    'nurseCheckoutDate',
    'orderFeedback',
    'dataConfirmed',
  ] as const
  for (const key of [...screens, 'orderSubmitted'] as const)
    expect(kindOfRequest('GET', pathOf(key))).toBe('orders')
})
