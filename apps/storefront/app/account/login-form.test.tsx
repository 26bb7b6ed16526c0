import { expect, test } from 'vitest'
import { pageHtml } from '../testing/page-html.tsx'
import { LoginForm } from './login-form.tsx'

test('a login is sent to an address that leads to the wanted page even after a reload', () => {
  const html = pageHtml(<LoginForm origin={{ pathnameToReturn: '/orders/1' }} />)
  expect(html).toContain('action="/login?pathnameToReturn=%2Forders%2F1"')
})

test('after a refused login, and beside a request for a new password, Back leads where it led before', () => {
  const origin = { pathnameToReturn: '/orders/1', backPathKey: 'home' }
  const html = pageHtml(<LoginForm origin={origin} />).replaceAll('&amp;', '&')
  expect(html).toContain('action="/login?backPathKey=home&pathnameToReturn=%2Forders%2F1"')
  expect(html).toContain(
    'href="/login?state=resetPasswordForm&backPathKey=home&pathnameToReturn=%2Forders%2F1"',
  )
  expect(html).toContain('<input type="hidden" name="backPathKey" value="home"/>')
})
