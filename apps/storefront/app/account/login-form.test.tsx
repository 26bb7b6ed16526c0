import { expect, test } from 'vitest'
import { pageHtml } from '../testing/page-html.tsx'
import { LoginForm } from './login-form.tsx'

test('a login is sent to an address that leads to the wanted page even after a reload', () => {
  const html = pageHtml(<LoginForm origin={{ pathnameToReturn: '/orders/1' }} />)
  expect(html).toContain('action="/login?pathnameToReturn=%2Forders%2F1"')
})
