import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import type { AnalysisRowView, PatientAnalyzesView } from './load-patient-analyzes.server.ts'
import { PatientAnalyzesPage } from './patient-analyzes-page.tsx'

const row = (name: string, valueCount: number, outsideCount = 0): AnalysisRowView => ({
  id: name,
  name,
  status: 'final',
  isUnread: false,
  valueCount,
  outsideCount,
  judgedCount: valueCount,
  hasCritical: false,
  reportedOn: '17 November 2026',
  awaits: null,
})

const view = (analyses: AnalysisRowView[], more: Partial<PatientAnalyzesView> = {}): PatientAnalyzesView => ({
  testResultId: 'result',
  patientId: 'anna',
  name: 'Anna Kowalska',
  age: { unit: 'years', count: 49 },
  isChild: false,
  orderNumber: '1000001',
  sampled: '16 November 2026, 8:10',
  laboratory: 'Minsk',
  isComplete: true,
  hasCritical: false,
  hasReport: true,
  counts: { all: 5, outside: 2, judged: 5 },
  analyses,
  ...more,
})
const shown = (of: PatientAnalyzesView) => pageHtml(<PatientAnalyzesPage view={of} />, 'en')
const marksOf = (html: string) => [html.split('<circle').length - 1, html.split('rx="1.5"').length - 1]

test('a report of several tests opens with one sentence and a picture of all values, then says what to do', () => {
  const html = shown(view([row('Ferritin', 1), row('Blood count', 4, 2)]))
  expect(wordsOf(html)).toMatch(
    /2 things to talk about.*In range.*Outside.*The other 3 values are in range.*Show to a doctor.*Ferritin/s,
  )
  expect(marksOf(html)).toEqual([3, 2])
})

test('what cannot wait stands before everything but the sentence, once', () => {
  const words = wordsOf(shown(view([row('Ferritin', 1, 1)], { hasCritical: true })))
  expect(words).toMatch(
    /2 things to talk about today.*A value is critical.*The other 3 values.*Show to a doctor/s,
  )
  expect(words.split('A value is critical')).toHaveLength(2)
})

test('all in range is said in a sentence of its own, and nothing of values that nobody judges', () => {
  const inside = shown(view([row('Ferritin', 1)], { counts: { all: 31, outside: 0, judged: 31 } }))
  expect(wordsOf(inside)).toContain('All 31 in range')
  expect(marksOf(inside)).toEqual([31, 0])
  const unjudged = shown(view([row('Culture', 2)], { counts: { all: 2, outside: 0, judged: 0 } }))
  expect(wordsOf(unjudged)).toContain('2 values')
  expect(unjudged).not.toContain('<svg viewBox="0 0 280')
})

test('without a value there is no answer yet, and with a report, a cancelled one, still its paper', () => {
  const none = view([{ ...row('Ferritin', 0), status: 'cancelled' }], {
    counts: { all: 0, outside: 0, judged: 0 },
  })
  const html = shown(none)
  expect(html).not.toContain('report-summary')
  expect(wordsOf(html)).toContain('PDF')
  expect(wordsOf(shown({ ...none, hasReport: false }))).not.toContain('PDF')
})
