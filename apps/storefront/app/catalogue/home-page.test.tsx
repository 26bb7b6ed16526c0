import { createElement } from 'react'
import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import FamilyStart from './family-start.tsx'
import type { DueRepeatView, DueView, FamilyView } from './load-family.server.ts'
import type { HomeView } from './load-home.server.ts'
import Home from './routes/home.tsx'

const HOME: HomeView = {
  laboratoryLabel: 'Вызов, Минск',
  visitDay: null,
  analysisCount: 398,
  popular: [],
  profiles: [],
  profileCount: 36,
  categories: [
    { slug: 'hormones', icon: 'category-hormones', name: 'Hormones', count: 54, briefly: 'thyroid, cycle' },
  ],
  categoryCount: 17,
  fees: { sampling: null, visit: null },
  family: null,
  newest: null,
  freeTimes: [],
  example: {
    value: '116',
    unit: 'g/L',
    low: '120',
    high: '150',
    position: 20,
    distance: '4',
    on: '14 April',
  },
}

const homeOf = (view: HomeView) =>
  wordsOf(pageHtml(createElement(Home as never, { loaderData: view } as never)))

test('a guest finds reasons right under the search, and who takes the blood before the profiles', () => {
  const words = homeOf(HOME)
  const places = [
    'Which test do you need?',
    'What is it about?',
    'Before surgery',
    'Example: haemoglobin',
    'Categories',
    'Who takes the blood',
    'Frequently asked questions',
    'All 36 profiles',
    'How it works',
  ].map((text) => words.indexOf(text))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('a category is listed with its number of tests and a few words on what is inside', () => {
  expect(homeOf(HOME)).toContain('Hormonesthyroid, cycle54 tests')
})

const AWAITED: DueView = {
  key: 'expect 1',
  kind: 'expect',
  title: 'Daria: results by Tuesday 9 March',
  note: 'Order 1001235',
  path: '/orders/1',
}
const htmlOf = (due: DueView[], repeats?: DueRepeatView[]) => {
  const family: FamilyView = {
    visit: null,
    order: null,
    urgent: null,
    results: [],
    due,
    ...(repeats ? { repeats } : {}),
  }
  return pageHtml(createElement(FamilyStart, { family, part: 'below' }))
}
const startOf = (...due: Parameters<typeof htmlOf>) => wordsOf(htmlOf(...due))

test('what is in the laboratory is said once, by its own heading, apart from what there is to do', () => {
  expect(startOf([AWAITED])).toBe('In the laboratoryDaria: results by Tuesday 9 MarchOrder 1001235')
  const pay: DueView = { ...AWAITED, key: 'pay 2', kind: 'pay', title: 'Pay for order 2', note: '23.80 BYN' }
  expect(startOf([pay, AWAITED])).toMatch(/^To doPay for order 2.*In the laboratoryDaria/)
})

const REPEAT: DueRepeatView = {
  key: 'r p',
  title: 'Anna: tests to repeat',
  day: 'Planned for May 2040',
  tests: 'Ferritin, TSH +3',
  orderPath: '/orders/1',
  patientId: 'p',
  planPath: '/test-results/r/patients/p#repeat',
}

test('tests to repeat are among what there is to do, with one press that orders them again for that person', () => {
  expect(startOf([AWAITED], [REPEAT])).toMatch(
    /^To doAnna: tests to repeatPlanned for May 2040Ferritin, TSH \+3Order again: Anna: tests to repeatPut off or do not repeat: Anna: tests to repeat.*In the laboratoryDaria/,
  )
  const html = htmlOf([], [REPEAT])
  expect(html).toMatch(/<form[^>]* action="\/orders\/1"/)
  expect(html).toContain('name="patientId" value="p"')
  expect(html).toContain('href="/test-results/r/patients/p#repeat"')
  // Nothing is due: no heading without a list.
  expect(startOf([], [])).toBe('')
})
