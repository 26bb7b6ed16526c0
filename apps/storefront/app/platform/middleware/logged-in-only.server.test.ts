import { expect, test } from 'vitest'
import { isProtected } from './logged-in-only.server.ts'

test.each([
  ['/orders', true],
  ['/orders/:orderId/receipt.pdf', true],
  ['/settings/my-data.json', true],
  ['/test-results/:testResultId/patients/:patientId/report.pdf', true],
  ['/', false],
  ['/search/analysis/:analysisId', false],
  ['/order/cart', false],
  ['/api/order/get-details', false],
  ['/*', false],
])('of a guest who asks for %s a login is wanted: %s', (pattern, wanted) => {
  expect(isProtected(pattern, false)).toBe(wanted)
})

test.each([
  ['/order/cart', true],
  ['/add-to-cart/:addableType/:addableId', true],
  ['/settings', true],
  ['/login', false],
  ['/support', false],
])('of a guest who sends a form of %s a login is wanted: %s', (pattern, wanted) => {
  expect(isProtected(pattern, true)).toBe(wanted)
})
