import { expect, test } from 'vitest'
import { autofillOf, pageHtml } from '../testing/page-html.tsx'
import { RegisterForm } from './register-form.tsx'

const fieldsOf = (addableFlowPage?: string) =>
  autofillOf(pageHtml(<RegisterForm origin={{ pathnameToReturn: '/', addableFlowPage }} documents={[]} />))

const ACCOUNT = {
  firstName: 'given-name',
  lastName: 'family-name',
  // The login name: a password manager keeps it with the password.
  email: 'username',
  password: 'new-password',
  phone: 'tel',
}

test('a browser fills in the customer’s own details, and a password manager creates a password', () => {
  expect(fieldsOf()).toEqual(ACCOUNT)
})

test('on the way to a test it fills in the date of birth too, because it is the customer’s own', () => {
  expect(fieldsOf('1')).toEqual({ ...ACCOUNT, dateOfBirth: 'bday' })
})
