import { createMemoryRouter, redirect } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import type { AnalysisResultView } from './load-analysis-result.server.ts'
import AnalysisResult, { shouldRevalidate } from './routes/analysis-result.tsx'
import { valueNamed } from './testing/value-view.ts'
import type { ValueView } from './value-view.server.ts'

const NOT_DONE = { text: 'The sample could not be used', isText: true, isAbsent: true, word: null } as const

function shown(values: ValueView[]) {
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
    trends: [],
    systems: [],
    swarm: null,
    withdrawn: [],
    others: [],
  } as unknown as AnalysisResultView
  return pageHtml(<AnalysisResult {...({ loaderData } as Parameters<typeof AnalysisResult>[0])} />)
}

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
