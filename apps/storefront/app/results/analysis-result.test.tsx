import { createMemoryRouter, redirect } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import type { AnalysisResultView } from './load-analysis-result.server.ts'
import AnalysisResult, { shouldRevalidate } from './routes/analysis-result.tsx'
import { valueNamed } from './testing/value-view.ts'
import type { TrendView } from './trend-view.server.ts'
import type { ValueView } from './value-view.server.ts'

const LOW = { word: 'low', shape: 'low', isOutside: true } as const
const NOT_DONE = { text: 'The sample could not be used', isText: true, isAbsent: true, word: null } as const

const trendOf = (name: string): TrendView => ({
  id: name,
  name,
  unit: 'g/L',
  sinceYear: '2025',
  points: [{ x: 93, y: 50, value: '5', shape: 'low', date: null, isLabelled: true }],
  path: 'M7,20L93,50',
  band: null,
  ticks: [],
  inWords: '',
  direction: 'fell',
  first: '6',
  last: '5',
})

function shown(values: ValueView[], trends: TrendView[] = []) {
  const loaderData = {
    testResultId: 'result',
    patientId: 'anna',
    analysisId: 1,
    name: 'Blood count',
    status: 'final',
    patientName: 'Anna Kowalska',
    age: { unit: 'years', count: 34 },
    gender: 'F',
    values,
    trends,
    systems: [],
    swarm: null,
    withdrawn: [],
    others: [],
  } as unknown as AnalysisResultView
  return pageHtml(<AnalysisResult {...({ loaderData } as Parameters<typeof AnalysisResult>[0])} />)
}

test('of many values, those outside their range have their course beside them, as the others have in the table', () => {
  const names = ['One', 'Two', 'Three', 'Four']
  const values = names.map((name, index) => valueNamed(name, index < 2 ? LOW : {}))
  const [cards = ''] = shown(values, [trendOf('One')]).split('id="all-values"')
  expect(cards.match(/d="M7,20L93,50"/g)).toHaveLength(1)
  expect(cards.indexOf('M7,20L93,50')).toBeLessThan(cards.indexOf('>Two<'))
  expect(shown(values).split('id="all-values"')[0]).not.toContain('M7,20L93,50')
})

test('a line that says why there is no value is shown, but not counted', () => {
  const values = ['One', 'Two', 'Three'].map((name) => valueNamed(name))
  const words = wordsOf(shown([...values, valueNamed('Four', NOT_DONE)]))
  expect(words).toContain('All 3 in range')
  expect(words).toContain('All 3 values')
  expect(words).toContain('The sample could not be used')
})

test('a report without any value says why, and can be printed', () => {
  const html = shown([valueNamed('One', NOT_DONE)])
  expect(html).not.toContain('report-summary')
  expect(wordsOf(html)).toMatch(/PDF.*The sample could not be used/s)
})

test('choosing a trend loads nothing, and a form that leads back without the choice loads the page again', async () => {
  const load = vi.fn(() => null)
  const routes = [
    { path: '/', loader: () => null, action: () => redirect('/result') },
    { path: '/result', loader: load, shouldRevalidate },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/result'] })
  onTestFinished(() => router.dispose())
  await expect.poll(() => router.state.initialized).toBe(true)
  await router.navigate('/result?course=ferritin')
  expect(load).toHaveBeenCalledOnce()
  await router.navigate('/', { formMethod: 'post', formData: new FormData() })
  expect(router.state.location.search).toBe('')
  expect(load).toHaveBeenCalledTimes(2)
})
