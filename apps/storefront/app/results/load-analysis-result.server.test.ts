import type { AnalysisResult, Trend } from '@shop/contract/results'
import { expect, test } from 'vitest'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { loadAnalysisResult } from './load-analysis-result.server.ts'

const DRAWN = '2026-11-16T08:00:00+03:00'

const observation = (id: string, at: string, value: number) => ({
  id,
  name: 'Glucose',
  loinc: null,
  group: null,
  value: { kind: 'numeric' as const, value, comparator: null, unit: 'mmol/L', decimals: 1 },
  absentReason: null,
  referenceRange: null,
  interpretation: null,
  method: null,
  comment: null,
  status: 'final' as const,
  at,
  replaced: [],
})

function open(
  observations: AnalysisResult['observations'],
  points: Pick<Trend['points'][number], 'at' | 'value'>[],
  sampledAt = DRAWN,
) {
  const result: AnalysisResult = {
    id: 'analysis',
    analysisId: 1,
    name: 'Glucose',
    system: null,
    status: 'final',
    unread: false,
    valueCount: observations.length,
    outsideCount: 0,
    judgedCount: 0,
    hasCritical: false,
    reportedAt: DRAWN,
    expectedDate: null,
    awaits: null,
    sampledAt,
    specimen: null,
    comment: null,
    description: null,
    observations,
    withdrawn: [],
    testResult: {
      id: 'test-result',
      orderId: 'order',
      orderNumber: 'ABC-123',
      sampledAt: DRAWN,
      laboratoryName: 'Laboratory',
      complete: true,
      unread: false,
    },
    patient: { id: 'anna', firstName: 'Anna', lastName: 'Kowalska', gender: 'F', dateOfBirth: '1990-04-14' },
    trends: observations.map(({ id, name }) => ({
      observationId: id,
      observationName: name,
      unit: 'mmol/L',
      decimals: 1,
      points: points.map((point) => ({ ...point, interpretation: null })),
    })),
    others: [],
  }
  const shop = {
    locale: 'en',
    businessTimeZone: 'Europe/Minsk',
    now: () => new Date('2026-11-27T12:00:00Z'),
    env: { partner: 'synlab' },
    api: { analysisResult: async () => result },
  } as unknown as Shop
  return loadAnalysisResult(shop, {})
}
const shown = async (...result: Parameters<typeof open>) =>
  (await open(...result)).values.map(({ earlier }) => earlier)

test('the time of collection is shown, and where only its day is known, the day alone', async () => {
  expect((await open([], [])).sampled).toBe('16\u00a0November\u00a02026, 8:00')
  const day = '2026-11-16T00:00:00+03:00'
  expect((await open([], [], day)).sampled).toBe('16\u00a0November\u00a02026')
})

test('a line without a value says so, unless it is judged all the same', async () => {
  const { value: _, ...line } = observation('own', DRAWN, 5)
  const absent = { ...line, value: null, absentReason: 'The sample could not be used' }
  const judged = { ...absent, id: 'judged', interpretation: 'high' as const }
  const { values } = await open([absent, judged, observation('other', DRAWN, 5)], [{ at: DRAWN, value: 5 }])
  expect(values.map(({ isAbsent }) => isAbsent)).toEqual([true, false, false])
})

test('a value with a time of its own is compared with the one before it, never with itself', async () => {
  const [before, own, later] = [
    { at: '2026-04-14T08:00:00+03:00', value: 5.1 },
    { at: '2026-11-16T07:30:00+03:00', value: 4.8 },
    { at: '2026-11-20T08:00:00+03:00', value: 6 },
  ]
  const observations = [observation('own', own.at, own.value)]
  const earlier = { value: '5.1', on: '14\u00a0April\u00a02026', direction: 'lower' }
  expect(await shown(observations, [before, own])).toEqual([earlier])
  expect(await shown(observations, [before, own, later])).toEqual([earlier])
  expect(await shown(observations, [own, later])).toEqual([null])
})
