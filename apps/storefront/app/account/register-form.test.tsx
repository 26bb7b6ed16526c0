import { expect, test } from 'vitest'
import { autofillOf, pageHtml } from '../testing/page-html.tsx'
import { RegisterForm } from './register-form.tsx'

const fieldsOf = (addableFlowPage?: string) =>
  autofillOf(pageHtml(<RegisterForm origin={{ pathnameToReturn: '/', addableFlowPage }} documents={[]} />))

const ACCOUNT = {
  firstName: 'given-name',
  lastName: 'family-name',
  // What one logs in with: a password manager keeps it beside the password.
  email: 'username',
  password: 'new-password',
  phone: 'tel',
}

test('a browser fills in who registers, and a password manager makes a password', () => {
  expect(fieldsOf()).toEqual(ACCOUNT)
})

test('on the way to a test the day of birth too: it is one’s own', () => {
  expect(fieldsOf('1')).toEqual({ ...ACCOUNT, dateOfBirth: 'bday' })
})
