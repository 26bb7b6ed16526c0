import { ApiProblem } from '@shop/contract/main-api-client'
import type { LastResult } from '@shop/contract/results'
import { expect, test } from 'vitest'
import type { Addable } from './addable.server.ts'
import { lastTimes } from './last-times.server.ts'
import type { OpenCart } from './open-cart.server.ts'

const FERRITIN = { id: 1, name: 'Ferritin', retest: { days: 28, source: 'A source' } }
const INSULIN = { id: 2, name: 'Insulin' }
const TSH = { id: 3, name: 'TSH', retest: { days: 28, source: 'A source' } }

/** What is said about each person on 10 March 2026, 12:00 in Minsk. */
async function said(analysisIds: number[], answer: () => LastResult[]) {
  const asked: string[] = []
  const open = {
    shop: {
      locale: 'en',
      env: { partner: 'synlab' },
      businessTimeZone: 'Europe/Minsk',
      now: () => new Date('2026-03-10T09:00:00Z'),
      api: {
        lastResults: async (query: { analysisIds: string }) => {
          asked.push(query.analysisIds)
          return answer()
        },
      },
    },
    catalogue: { analysesById: new Map([FERRITIN, INSULIN, TSH].map((one) => [one.id, one])) },
  } as unknown as OpenCart
  const times = await lastTimes(open, { analysisIds } as unknown as Addable)
  return { asked, times: Object.fromEntries(times) }
}

const result = (analysisId: number, sampledAt: string, value: string | null = '40 µg/L'): LastResult => ({
  patientId: 'anna',
  analysisId,
  sampledAt,
  value,
})

test('the last value and its date are shown, and until when the test is usually not repeated, with the source', async () => {
  const { asked, times } = await said([1], () => [result(1, '2026-03-01T08:00:00+03:00')])
  expect(asked).toEqual(['1'])
  expect(times).toEqual({
    anna: [
      'Last time 1\u00a0March\u00a02026: 40 µg/L. Usually not again before 29\u00a0March\u00a02026 (A source). You can still order it.',
    ],
  })
})

test('there is no warning if the last test was long enough ago, and no number if it had several values', async () => {
  const { times } = await said([1], () => [result(1, '2026-02-10T08:00:00+03:00', null)])
  expect(times).toEqual({ anna: ['Last time 10\u00a0February\u00a02026.'] })
})

test('for a profile only the tests that are too soon are shown, with their names', async () => {
  const { asked, times } = await said([1, 2, 3], () => [
    result(1, '2026-01-01T08:00:00+03:00'),
    result(3, '2026-03-09T23:30:00Z', '2 mIU/L'),
  ])
  expect(asked).toEqual(['1,3'])
  expect(times.anna).toEqual([
    'TSH. Last time 10\u00a0March\u00a02026: 2 mIU/L. Usually not again before 7\u00a0April\u00a02026 (A source). You can still order it.',
  ])
})

test('no results are requested for tests without an interval, and without an answer nothing is said', async () => {
  expect((await said([2], () => [])).asked).toEqual([])
  const refused = await said([1], () => {
    throw new ApiProblem(403, { code: 'second_factor_stale' }, null)
  })
  expect(refused.times).toEqual({})
})
