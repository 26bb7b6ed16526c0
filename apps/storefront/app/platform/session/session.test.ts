import { expect, test } from 'vitest'
import { loginPath } from './session.server.ts'

test.each([
  ['/settings', '/settings'],
  ['/test-results.data?_routes=root%2CtestResults', '/test-results'],
  ['/orders.data', '/orders'],
  ['/_.data?_routes=root', '/'],
  ['/patients/edit/7.data?backPathKey=cart&_routes=editPatient', '/patients/edit/7?backPathKey=cart'],
  ['/orders/7/receipt.pdf', '/orders/7'],
  ['/test-results/7/patients/8/report.pdf', '/test-results/7/patients/8'],
  ['/settings/my-data.json', '/settings'],
  [`/orders?x=${'ю'.repeat(1_000)}`, '/orders'],
])('a login asked for by %s leads back to %s', (asked, page) => {
  const login = new URL(loginPath(new Request(`http://shop.test${asked}`)), 'http://shop.test')
  expect(login.pathname).toBe('/login')
  expect(login.searchParams.get('pathnameToReturn')).toBe(page)
})
