import type { Timeline } from '@shop/contract/results'
import { expect, test } from 'vitest'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { timelineView } from './load-timeline.server.ts'

const shop = {
  locale: 'en',
  businessTimeZone: 'Europe/Minsk',
  now: () => new Date('2026-11-27T12:00:00Z'),
  env: { partner: 'synlab' },
} as unknown as Shop

type Analysis = Timeline['people'][number]['samples'][number]['analyses'][number]

const analysis = (more: Partial<Analysis> = {}): Analysis => ({
  id: 'analysis',
  analysisId: 1,
  name: 'Blood count',
  status: 'final',
  unread: false,
  valueCount: 4,
  outsideCount: 0,
  judgedCount: 4,
  hasCritical: false,
  value: null,
  interpretation: null,
  ...more,
})
const sample = (sampledAt: string, ...analyses: Analysis[]) => ({
  testResultId: sampledAt,
  sampledAt,
  analyses,
})

function shown(...samples: ReturnType<typeof sample>[]) {
  const view = timelineView(
    { people: [{ id: 'anna', firstName: 'Anna', lastName: 'Kowalska', samples }] },
    shop,
  )
  const [anna] = view.people
  return { marks: anna!.cells.flatMap(({ mark }) => mark ?? []), lasts: anna!.lasts }
}

test('two visits on one day are labelled with that day, visits on several days with the first and the last', () => {
  const [evening, morning] = ['2026-11-27T18:00:00+03:00', '2026-11-27T08:00:00+03:00']
  expect(shown(sample(evening, analysis()), sample(morning, analysis())).marks).toMatchObject([
    { label: '2 visits, 27\u00a0November\u00a02026, 2 tests, In range', count: 2 },
  ])
  expect(
    shown(sample(evening, analysis()), sample('2026-11-26T08:00:00+03:00', analysis())).marks,
  ).toMatchObject([
    {
      label: '2 visits, 26\u00a0November\u00a02026 to 27\u00a0November\u00a02026, 2 tests, In range',
      count: 2,
    },
  ])
})

test('the mark of a critical value says to call a doctor, and the list what to talk about', () => {
  const critical = analysis({ outsideCount: 2, hasCritical: true })
  const { marks, lasts } = shown(sample('2026-11-27T08:00:00+03:00', critical))
  expect(marks).toMatchObject([
    { label: '27\u00a0November\u00a02026, 1 test, Critical: call a\u00a0doctor today' },
  ])
  expect(lasts).toMatchObject([{ text: '2 things to talk about' }])
})

test('a mark says "in range" only if everything is final and at least one value is judged', () => {
  const markOf = (...analyses: Analysis[]) =>
    shown(sample('2026-11-27T08:00:00+03:00', ...analyses)).marks[0]!
  const toneOf = (...analyses: Analysis[]) => markOf(...analyses).tone
  const unjudged = analysis({ judgedCount: 0 })
  expect(toneOf(unjudged)).toBe('unjudged')
  expect(toneOf(unjudged, analysis())).toBe('in')
  expect(markOf(analysis()).label).toBe('27\u00a0November\u00a02026, 1 test, In range')
  const missing = analysis({ status: null, valueCount: 0, judgedCount: 0 })
  expect(markOf(missing).label).toBe('27\u00a0November\u00a02026, 1 test, Not ready yet')
  expect(toneOf(missing, analysis())).toBe('awaited')
  const preliminary = analysis({ status: 'preliminary' })
  expect(toneOf(preliminary, analysis())).toBe('awaited')
  expect(toneOf({ ...preliminary, outsideCount: 1 })).toBe('out')
})
