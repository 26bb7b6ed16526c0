import { matchRoutes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { NAVIGATION } from '../apps/storefront/app/platform/navigation/navigation.ts'
import { SCREENS } from '../e2e/screens.ts'

// Only the list is read: Playwright would leave its own way to fetch to the tests that share this process.
vi.mock('@playwright/test', () => ({ defineConfig: () => ({}), devices: {}, expect: null }))

/** A cast in which everything has an id. */
const anything: unknown = new Proxy(
  {},
  { get: (_, name) => (name === Symbol.toPrimitive ? () => 'x' : anything) },
)

test('every screen of the storefront but the second step of a login is among those whose pictures are compared', () => {
  const pages = Object.entries(NAVIGATION).map(([id, { path }]) => ({ id, path }))
  const shown = SCREENS.map(({ path }) => {
    const address = typeof path === 'string' ? path : path(anything as Parameters<typeof path>[0])
    return matchRoutes(pages, address.split(/[?#]/)[0]!)?.[0]?.route.id
  })
  expect(pages.map(({ id }) => id).filter((id) => !shown.includes(id))).toEqual([
    // Only within a login: `e2e/second-step.slow.spec.ts` opens it.
    'secondStep',
    // Answers of the server that are no page.
    'searchSuggestions',
    '_app',
  ])
})
