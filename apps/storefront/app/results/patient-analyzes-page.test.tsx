import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import type {
  AnalysisRowView,
  OutsideValueView,
  PatientAnalyzesView,
} from './patient-analyzes-list.server.ts'
import { PatientAnalyzesPage } from './patient-analyzes-page.tsx'
import { valueNamed } from './testing/value-view.ts'

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
  outside: [],
  only: null,
  analyses,
  ...more,
})
const shown = (of: PatientAnalyzesView) => pageHtml(<PatientAnalyzesPage view={of} />, 'en')
const countOf = (html: string, part: string) => html.split(part).length - 1
const marksOf = (html: string) => {
  const [drawing = ''] = /<svg[^>]*viewBox="0 0 280.*?<\/svg>/.exec(html) ?? []
  return [countOf(drawing, '<circle'), countOf(drawing, '#mark-abnormal'), countOf(drawing, '#mark-critical')]
}

const value = (name: string, word: OutsideValueView['word'], shape: OutsideValueView['shape']) => ({
  id: name,
  path: `/${name}`,
  name,
  text: '900 µg/L',
  word,
  shape,
})

const FERRITIN = valueNamed('Ferritin', {
  text: '99.3',
  unit: 'ng/mL',
  range: { low: '15', high: '150', text: '15 – 150' },
})

test('a refused plan says why even where the tests can no longer be repeated', () => {
  const reasons = [{ key: 'forms.problem.conflict' }]
  const failure = { title: { key: 'messages:errorOccurred' }, reasons, fields: {} } as never
  const html = pageHtml(<PatientAnalyzesPage view={view([row('Ferritin', 1)])} failure={failure} />)
  expect(html).toMatch(/role="alert".*has changed in the meantime/s)
})

test('a report of several tests opens with one sentence and a picture of all values, and then says what to do', () => {
  const html = shown(view([row('Ferritin', 1), row('Blood count', 4, 2)]))
  // The PDF has all values: a print of this page would have only those outside.
  expect(wordsOf(html)).not.toContain('Print')
  expect(wordsOf(html)).toMatch(
    /2 things to talk about.*In range.*Outside.*The other 3 values are in range.*Show to a doctor.*Ferritin/s,
  )
  expect(marksOf(html)).toEqual([3, 2, 0])
})

test('a report of a single value opens with that value in its range', () => {
  const counts = { all: 1, outside: 0, judged: 1 }
  const html = shown(view([row('Ferritin', 1)], { counts, only: FERRITIN }))
  // The sentence above it is its finding.
  expect(wordsOf(html)).toMatch(/In rangeFerritin99\.3 ng\/mL.*15 – 150 ng\/mL.*PDF.*does not rule out/s)
  // A mark in a band without limits would say less.
  expect(marksOf(html)).toEqual([0, 0, 0])
})

test('a critical value is the opening sentence, however many others are outside; what to do follows, once', () => {
  const words = wordsOf(shown(view([row('Ferritin', 1, 1)], { hasCritical: true })))
  expect(words).toMatch(
    /^.*?Critical: call a\u00a0doctor today\s*Call your doctor today.*2 of 5 values are outside the range\..*Show to a doctor/s,
  )
  expect(words.split('Call your doctor today')).toHaveLength(2)
})

test('beside a single critical value the notice begins with what to do, and the finding is with the number', () => {
  const only = {
    ...FERRITIN,
    text: '900.0',
    word: 'criticalHigh',
    shape: 'critical',
    isOutside: true,
  } as const
  const counts = { all: 1, outside: 1, judged: 1 }
  const words = wordsOf(shown(view([row('Ferritin', 1, 1)], { counts, only, hasCritical: true })))
  expect(words).toMatch(
    /Critical: call a\u00a0doctor today\s*Call your doctor today.*Laboratory: .*Ferritin900\.0 ng\/mLCritically high/s,
  )
  expect(words).not.toContain('A value is critical')
  expect(words.split('Call your doctor today')).toHaveLength(2)
})

test('a separate sentence says that all are in range; unjudged values are only counted', () => {
  const inside = shown(view([row('Ferritin', 1)], { counts: { all: 31, outside: 0, judged: 31 } }))
  expect(wordsOf(inside)).toContain('All 31 in range')
  expect(marksOf(inside)).toEqual([31, 0, 0])
  const unjudged = shown(view([row('Culture', 2)], { counts: { all: 2, outside: 0, judged: 0 } }))
  expect(wordsOf(unjudged)).toContain('2 values')
  expect(wordsOf(unjudged)).toContain('Only a doctor can say what a value without a range means.')
  expect(wordsOf(unjudged)).not.toContain('rule out')
  expect(unjudged).not.toContain('<svg viewBox="0 0 280')
})

test('the picture has a diamond for each critical value, and the values outside are named below it', () => {
  const outside = [value('Ferritin', 'criticalHigh', 'critical'), value('ALT', 'high', 'high')]
  const html = shown(view([row('Iron stores', 1, 1), row('Liver', 1, 1)], { hasCritical: true, outside }))
  expect(marksOf(html)).toEqual([3, 1, 1])
  expect(wordsOf(html)).toMatch(/Outside.*Ferritin.*Critically high.*900 µg\/L.*ALT.*High.*Show to a doctor/s)
  const finding = [
    value('Blood film', 'abnormal', 'critical'),
    value('Blood in urine', 'abnormal', 'abnormal'),
  ]
  expect(wordsOf(shown(view([row('Blood', 2, 2)], { outside: finding })))).toMatch(
    /Critically abnormal.*Outside the expected result/s,
  )
  expect(html).toContain('href="/Ferritin"')
  const many = Array.from({ length: 8 }, (_, index) => value(`Value ${index}`, 'low', 'low'))
  expect(shown(view([row('Blood count', 9, 8)], { outside: many }))).toMatch(
    /Value 5.*<details.*The other 2 values.*Value 6.*<\/details>/s,
  )
})

test('no sentence about a child addresses an adult patient, and none mentions ranges for a result in words', () => {
  const html = (more: Partial<PatientAnalyzesView>) => wordsOf(shown(view([row('Ferritin', 1, 1)], more)))
  expect(html({})).toContain('pregnancy')
  expect(html({ isChild: true })).toMatch(/healthy children.*your child’s doctor/s)
  expect(html({ isChild: true })).not.toMatch(/pregnancy|your doctor/)
  const outside = [value('HBsAg', 'abnormal', 'abnormal')]
  for (const isChild of [false, true]) {
    expect(html({ outside, isChild })).toContain('An unexpected result is not a diagnosis.')
    expect(html({ outside, isChild })).not.toMatch(/healthy|pregnancy/)
  }
})

test('without values there is no summary, but a report, even a cancelled one, still has its PDF', () => {
  const none = view([{ ...row('Ferritin', 0), status: 'cancelled' }], {
    counts: { all: 0, outside: 0, judged: 0 },
  })
  const html = shown(none)
  expect(html).not.toContain('report-summary')
  expect(wordsOf(html)).toContain('PDF')
  expect(wordsOf(shown({ ...none, hasReport: false }))).not.toContain('PDF')
})
