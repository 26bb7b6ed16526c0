import { expect, test } from 'vitest'
import type { CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import type { ObservationRow } from './tables.ts'
import { toObservations } from './wire-observation.ts'

const reader = {
  locale: 'en',
  businessTimeZone: 'Europe/Minsk',
  snapshot: { analyses: new Map() } as unknown as CatalogueSnapshot,
} as const

const replaced = (measure: string, number: number, supersededAt: string) =>
  ({
    measure,
    name: { en: measure },
    number,
    comparator: null,
    decimals: 0,
    unit: 'g/L',
    words: null,
    status: 'final',
    reportedAt: new Date('2040-03-05T08:00:00Z'),
    supersededAt: new Date(supersededAt),
  }) as ObservationRow

test('of each value that was corrected and then withdrawn, only the correction was withdrawn', () => {
  const rows = [
    replaced('Haemoglobin', 61, '2040-03-05T09:00:00Z'),
    replaced('Haemoglobin', 65, '2040-03-05T10:00:00Z'),
    replaced('Ferritin', 12, '2040-03-05T10:00:00Z'),
  ]
  const { withdrawn } = toObservations(rows, reader)
  expect(withdrawn.map(({ name, text }) => `${name} ${text}`)).toEqual([
    'Haemoglobin 65 g/L',
    'Ferritin 12 g/L',
  ])
})
