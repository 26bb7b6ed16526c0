import { expect, test } from 'vitest'
import { kindOfCall } from './kind-of-call.ts'

test.each([
  ['POST', '/laboratory-api/payments/bepaid/notifications', 'payments'],
  ['GET', '/sandbox/payment/1', 'payments'],
  ['POST', '/laboratory-api/orders', 'orders'],
  ['GET', '/laboratory-api/orders/1', 'orders'],
  ['POST', '/laboratory-api/login', 'logins'],
  ['POST', '/laboratory-api/login/second-factor', 'logins'],
  ['POST', '/laboratory-api/register', 'logins'],
  ['POST', '/laboratory-api/patients', 'forms'],
  ['GET', '/laboratory-api/orders/1/receipt.pdf', 'papers'],
  ['GET', '/laboratory-api/staff/visits', 'forms'],
  ['GET', '/laboratory-api/fhir/R4/ServiceRequest', 'forms'],
  ['GET', '/laboratory-api/analyses', 'pages'],
  ['GET', '/orders', undefined],
] as const)('%s %s is work of the kind %s', (method, path, kind) => {
  expect(kindOfCall(method, path)).toBe(kind)
})
