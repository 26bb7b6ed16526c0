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
  expect(isProtected(pattern)).toBe(wanted)
})
