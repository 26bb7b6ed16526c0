import { expect, test } from 'vitest'
import { pageHtml } from '../../testing/page-html.tsx'
import { KeptNotice } from './form-owner.tsx'

test.each([
  ['a login', '/patients/create?kept=1', true],
  ['the form of a new patient', '/add-to-cart/analysis/1?kept=left', false],
  ['a proof of identity', '/settings?modal=editProfile&kept=left&proven=1', false],
])('after %s it is said that one was logged out: %s', (_, address, isSaid) => {
  expect(pageHtml(<KeptNotice />, 'en', { address }).includes('You were logged out')).toBe(isSaid)
})
