import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import { ReportSections } from './report-sections.tsx'
import type { ReportView } from './report-view.server.ts'
import { valueNamed } from './testing/value-view.ts'
import { swarmView } from './value-swarm.server.ts'
import type { ValueView } from './value-view.server.ts'

const LOW = { word: 'low', shape: 'low', isOutside: true, position: 10 } as const
const CRITICAL = { word: 'criticalHigh', shape: 'critical', isOutside: true, position: 97 } as const

/** A report of two tests: the last value is alone in the second one. */
function shown(values: ValueView[]) {
  const analysis = (id: string, own: ValueView[]) => ({
    id,
    name: id,
    status: 'final' as const,
    reported: null,
    awaits: null,
    specimen: null,
    comment: null,
    values: own,
    withdrawn: [],
  })
  const report: ReportView = {
    orderNumber: '1000001',
    sampled: '2 March 2027',
    laboratory: 'Minsk',
    isComplete: true,
    hasCritical: values.some(({ shape }) => shape === 'critical'),
    patientName: 'Anna Kowalska',
    born: '8 March 1992',
    age: { unit: 'years', count: 34 },
    gender: 'F',
    analyses: [analysis('Blood count', values.slice(0, -1)), analysis('Iron', values.slice(-1))],
    swarm: swarmView(values),
  }
  return pageHtml(<ReportSections report={report} />)
}
const listOf = (html: string) => [...(/<ul class="[^"]*no-print.*?<\/ul>/s.exec(html) ?? [])].map(wordsOf)

test('a doctor sees who it is, then how many values of all tests are outside, a picture and which ones', () => {
  const html = shown([
    valueNamed('One', LOW),
    valueNamed('Two'),
    valueNamed('Three'),
    valueNamed('Four', LOW),
  ])
  expect(wordsOf(html)).toMatch(
    /Patient Anna Kowalska, female.*Born 8 March 1992, 34 years.*2 of 4 values are outside the range.*Blood count/s,
  )
  expect(html.match(/#mark-(in|low)" x=/g)).toHaveLength(4)
  expect(listOf(html)).toEqual(['OneLow5 g/LFourLow5 g/L'])
})

test('a table that is the list itself, or as short, has none above it', () => {
  const four = ['One', 'Two', 'Three', 'Four']
  expect(listOf(shown(four.map((name) => valueNamed(name, LOW))))).toEqual([])
  const short = shown([valueNamed('One', LOW), valueNamed('Two')])
  expect(listOf(short)).toEqual([])
  expect(wordsOf(short)).toContain('1 of 2 values is outside the range')
  expect(listOf(shown(four.map((name) => valueNamed(name))))).toEqual([])
})

test('a single value is named above the tables, with number, unit, word and range, whether outside or inside', () => {
  const only = { text: '900.0', position: 97, range: { low: '15', high: '150', text: '15 – 150' } }
  const critical = wordsOf(shown([valueNamed('Ferritin', { ...CRITICAL, ...only })]))
  expect(critical).toMatch(
    /^.*?Ferritin\s*A value of this patient needs action today.*900\.0 g\/L\s*Critically high.*Range: 15 – 150 g\/L.*Final result/s,
  )
  expect(critical).not.toContain('A value is critical')
  expect(wordsOf(shown([valueNamed('Ferritin', only)]))).toMatch(
    /Ferritin.*900\.0 g\/L\s*In range.*Final result/s,
  )
})

test('a line that says why there is no value is neither counted nor in the way of the only value', () => {
  const notDone = valueNamed('Not done', { text: '', isText: true, isAbsent: true, word: null })
  expect(wordsOf(shown([valueNamed('One'), valueNamed('Two'), notDone]))).toContain('All 2 in range')
  expect(wordsOf(shown([valueNamed('Ferritin', CRITICAL), notDone]))).toMatch(
    /^.*?Ferritin\s*A value of this patient needs action today/s,
  )
})

test('a critical value has its notice within the answer, and unjudged ones are only counted', () => {
  expect(wordsOf(shown([valueNamed('One', CRITICAL), valueNamed('Two')]))).toMatch(
    /1 of 2 values is outside the range.*A value is critical.*needs action today.*Blood count/s,
  )
  const unjudged = wordsOf(shown([valueNamed('One', { word: null }), valueNamed('Two')]))
  expect(unjudged).toContain('2 values')
  expect(unjudged).not.toMatch(/In range.*Blood count/s)
  expect(shown([])).not.toContain('report-summary')
})
