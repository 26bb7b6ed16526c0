import { expect, test } from 'vitest'
import { pageHtml } from '../../../storefront/app/testing/page-html.tsx'
import { WhatToDo } from './what-to-do.tsx'

type Props = Parameters<typeof WhatToDo>[0]

/** As the page's data has it: a page of the release before reads the same. */
const patient = {
  id: 'p1',
  personalDetails: { firstName: 'Hanna', lastName: 'Kavalskaya', gender: 'F', dateOfBirth: '1990-04-12' },
}
const shown = (done?: object) =>
  pageHtml(
    <WhatToDo
      {...({
        found: { id: 'r1', right: 'correction', version: 3, patients: [patient] },
        done,
      } as unknown as Props)}
      seesResults={true}
    />,
  )
const valueIn = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0].match(/value="([^"]*)"/)?.[1]

test('a patient’s form begins with the person as known', () => {
  const html = shown()
  expect(html).toContain('Hanna Kavalskaya')
  expect(valueIn(html, 'firstName')).toBe('Hanna')
  expect(valueIn(html, 'dateOfBirth')).toBe('1990-04-12')
  expect(html).toMatch(/<option[^>]*value="F"[^>]*selected/)
})

test('what was typed stays, and a refusal by the wire’s path marks its field', () => {
  const problem = { code: 'invalid_fields', fields: ['patient.personalDetails.firstName'], status: 422 }
  const html = shown({ problem, typed: { intent: 'correct p1', firstName: '7', lastName: 'Kavalskaya' } })
  expect(valueIn(html, 'firstName')).toBe('7')
  expect(valueIn(html, 'dateOfBirth')).toBe('1990-04-12')
  expect(html).toMatch(/<input[^>]*aria-invalid="true" name="firstName"/)
  expect(html).not.toMatch(/<input[^>]*aria-invalid="true" name="lastName"/)
})
