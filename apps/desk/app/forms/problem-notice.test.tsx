import { STAFF_PROBLEMS } from '@shop/contract/staff-operations'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { pageHtml, textsIn, wordsOf } from '../../../storefront/app/testing/page-html.tsx'
import { PROBLEMS, ProblemNotice } from './problem-notice.tsx'
import type { FormProblem } from './run-form.server.ts'

const noticeOf = (problem: Partial<FormProblem>, locale: Locale = 'en') =>
  wordsOf(
    pageHtml(
      <ProblemNotice problem={{ code: null, fields: [], status: 422, changed: null, ...problem }} />,
      locale,
    ),
  )

test.each(LOCALES)('every problem of a staff call has a text in %s', (locale) => {
  for (const code of STAFF_PROBLEMS) {
    expect(noticeOf({ code }, locale), code).toBe(wordsOf(textsIn(locale).t(PROBLEMS[code])))
  }
})

test('the notice of a stale change names who was first, with what and when', () => {
  const changed = { by: 'Olga Novik', change: 'refund.approved', at: '09:12' }
  expect(noticeOf({ code: 'stale_write', changed })).toBe(
    'Changed in the meantimeOlga Novik, 09:12: On its way',
  )
  expect(noticeOf({ code: 'stale_write', changed: { ...changed, change: 'toString' } })).toBe(
    'Changed in the meantimeOlga Novik, 09:12',
  )
  const ofPatient = { by: null, byPatient: true, change: 'visitMoved', at: '09:12' }
  expect(noticeOf({ code: 'stale_write', changed: ofPatient })).toBe(
    'Changed by the patient in the meantime09:12: Moved by the patient',
  )
  const ofSystem = { by: null, byPatient: false, change: 'paid', at: '09:12' }
  expect(noticeOf({ code: 'stale_write', changed: ofSystem })).toBe('Changed in the meantime09:12: Paid')
})

test('an unknown code, even the name of a property of every object, gets a general text', () => {
  for (const code of [null, 'toString', 'a_code_of_tomorrow'])
    expect(noticeOf({ code: code as FormProblem['code'] }), String(code)).toBe(
      'This did not work. Open the page again and try once more.',
    )
})
