import type { WaitingResults } from '@shop/contract/staff'
import type { StaffPermission } from '@shop/domain/staff'
import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../../../storefront/app/testing/page-html.tsx'
import LoggedIn from './logged-in.tsx'

/** The navigation beside any screen, here that of payments. */
function navigationOf(waiting: WaitingResults | undefined): string {
  const permissions: StaffPermission[] = ['payments.read', 'criticals.read', 'heldResults.read']
  const staff = { id: '1', name: 'Olga Novik', permissions, waiting, mayCompare: false, hasSingleKeys: true }
  const html = pageHtml(<LoggedIn />, 'en', { address: '/money', above: { 'routes/logged-in': staff } })
  return wordsOf(/<nav.*?<\/nav>/s.exec(html)![0])
}

test('every screen says in figures and in words how many critical values and held results wait', () => {
  const few = navigationOf({ criticalValues: 3, heldResults: 1 })
  expect(few).toContain('Laboratory33 critical values wait11 result waits for release')
  expect(navigationOf({ criticalValues: 200, heldResults: 0 })).toContain('200200 critical values wait')
})

test('more than the lists show are said to be more', () => {
  const many = navigationOf({ criticalValues: 201, heldResults: 201 })
  expect(many).toContain('200+ critical values wait')
  expect(many).toContain('200+ results wait for release')
})

test('nothing is said if nothing waits, or if the main API does not count yet', () => {
  for (const waiting of [{ criticalValues: 0, heldResults: 0 }, undefined])
    expect(navigationOf(waiting)).toMatch(/Laboratory$/)
})
