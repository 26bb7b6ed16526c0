import { expect, test, vi } from 'vitest'
import { loginStatePath } from './login-state.ts'
import { settingsPath } from './settings-view.ts'

test('on a phone whose browser does not count queries (Safari 16) dialogs and states have addresses of their own', () => {
  class OldQuery extends URLSearchParams {}
  Object.defineProperty(OldQuery.prototype, 'size', { value: undefined })
  vi.stubGlobal('URLSearchParams', OldQuery)
  expect(settingsPath({ modal: 'changePassword' })).toBe('/settings?modal=changePassword')
  expect(settingsPath({})).toBe('/settings')
  expect(loginStatePath('resetPasswordForm', { pathnameToReturn: '/orders' })).toBe(
    '/login?state=resetPasswordForm&pathnameToReturn=%2Forders',
  )
  expect(loginStatePath('loginForm', {})).toBe('/login')
})
