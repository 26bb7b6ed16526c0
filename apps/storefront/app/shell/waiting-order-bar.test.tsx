import { expect, test } from 'vitest'
import type { RouteKey } from '../platform/navigation/navigation.ts'
import type { WaitingOrderView } from '../platform/shell-data.ts'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import { WaitingOrderBar } from './waiting-order-bar.tsx'

const ORDER = {
  id: '1',
  number: '1000168',
  total: { price: 23.8, currency: 'BYN' as const },
  title: 'Visit, Fri 5 Mar, 9:00',
  heldUntil: '11:30',
  heldForMs: 60_000,
}
const shownOn = (key: RouteKey, order: WaitingOrderView = ORDER, above: Record<string, object> = {}) => {
  const screen = { key, isModal: false, searchField: 'menu', back: '/', address: '/' } as const
  return pageHtml(<WaitingOrderBar order={order} screen={screen} />, 'en', { above })
}

test('a waiting order is named by its visit, says its sum, until when to pay and how to cancel, and its button does not outdo the page', () => {
  const html = shownOn('support')
  expect(wordsOf(html)).toBe('Visit, Fri 5 Mar, 9:00, 23.80 BYN. Pay by 11:30. CancelPay now')
  expect(html).not.toMatch(/class="[^"]*accent/)
  // The previous release does not send it.
  const { title: _, ...withoutTitle } = ORDER
  expect(wordsOf(shownOn('support', withoutTitle))).toMatch(/^Order 1000168, 23\.80 BYN/)
})

test('no page has two sums to pay, and none asks for money beside a result', () => {
  const shown = (['cart', 'search', 'support'] as const).map((key) => wordsOf(shownOn(key)))
  expect(shown).toEqual(shown.map(() => expect.stringContaining('23.80 BYN')))
  for (const key of [
    'dateOrCall',
    'callDetails',
    'nurseCheckoutDate',
    'dataConfirmed',
    'orders',
    'testResults',
    'testResultPatientsList',
    'testResultPatientAnalyzesList',
    'testResultPatientAnalysisResult',
  ] as const)
    expect([key, wordsOf(shownOn(key))]).toEqual([key, ''])
  // An empty cart has no sum, and is where Back from the payment leads.
  const cartOf = (...patients: object[]) => wordsOf(shownOn('cart', ORDER, { cart: { view: { patients } } }))
  expect(cartOf()).toContain('23.80 BYN')
  expect(cartOf({})).toBe('')
})
