import { createElement } from 'react'
import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import type { HomeView } from './load-home.server.ts'
import Home from './routes/home.tsx'

const HOME: HomeView = {
  laboratoryLabel: 'Вызов, Минск',
  visitDay: null,
  analysisCount: 398,
  popular: [],
  profiles: [],
  profileCount: 36,
  categories: [{ slug: 'hormones', icon: 'category-hormones', name: 'Hormones', count: 54 }],
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
