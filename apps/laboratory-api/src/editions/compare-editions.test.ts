import { expect, test } from 'vitest'
import {
  analysisEntry,
  laboratoryEntry,
  regionEntry,
  smallCatalogue,
} from '../catalogue/testing/catalogue-files.ts'
import { compareEditions } from './compare-editions.ts'

const withDescription = (description: string) =>
  smallCatalogue({ analyses: [analysisEntry({ description })] })
const changed = (before: string, after: string) =>
  compareEditions(withDescription(before), withDescription(after)).changes[0]!.fields[0]

test('of two long texts the whole difference is kept, and equal text around it is cut', () => {
  const same = 'Fast for eight hours. '.repeat(30)
  expect(changed(`${same}Drink water. ${same}`, `${same}Drink tea. ${same}`)).toEqual({
    field: 'description',
    before: `…${same.slice(-54)}Drink water${`. ${same}`.slice(0, 60)}…`,
    after: `…${same.slice(-54)}Drink tea${`. ${same}`.slice(0, 60)}…`,
  })
  const [one, other] = [`a${same}b`, `c${same}d`]
  expect(changed(one, other)).toMatchObject({ before: one, after: other })
})

test('text added at the end or within a repetition is not counted as equal twice', () => {
  expect(changed('aaa', 'aaaa')).toMatchObject({ before: 'aaa', after: 'aaaa' })
  const long = 'a'.repeat(100)
  const { before, after } = changed(long, `${long}b`)!
  expect([before, after]).toEqual([`…${'a'.repeat(60)}`, `…${'a'.repeat(60)}b`])
})

test('an entry that is no longer in use, or no longer sold, counts as withdrawn, comes first and is named', () => {
  const before = smallCatalogue({
    callableRegions: [regionEntry(), regionEntry({ id: 2, nameEn: 'Brest', isActive: false })],
    laboratories: [laboratoryEntry({ nameEn: 'Branch' })],
  })
  const price = { price: 34.5, currency: 'BYN' as const }
  const after = smallCatalogue({
    analyses: [analysisEntry({ prices: { BYN: 20 } }), ...before.analyses.slice(1)],
    // Not in use before either: its new price ends nothing.
    callableRegions: [
      regionEntry({ price, isActive: false }),
      regionEntry({ id: 2, nameEn: 'Brest', isActive: false, price }),
    ],
    laboratories: [laboratoryEntry({ nameEn: 'Branch', isActive: false })],
  })
  const { counts, changes, stops, stopCount, isOfPrices } = compareEditions(before, after)
  const kinds = changes.map(({ part, key, change }) => `${change} ${part} ${key}`)
  expect(kinds).toEqual([
    'withdrawn analyses 2001',
    'withdrawn laboratories 1',
    'withdrawn callableRegions 1',
    'changed callableRegions 2',
  ])
  expect(changes[2]!.fields).toContainEqual({ field: 'isActive', before: 'true', after: 'false' })
  expect(counts.find(({ part }) => part === 'callableRegions')).toMatchObject({ changed: 1, withdrawn: 1 })
  expect(stops).toEqual([
    { part: 'analyses', name: 'Thyroid stimulating hormone' },
    { part: 'laboratories', name: 'Branch' },
    { part: 'callableRegions', name: 'Minsk' },
  ])
  expect([stopCount, isOfPrices]).toEqual([3, false])
  const back = compareEditions(after, before)
  expect([back.stopCount, back.changes.some(({ change }) => change === 'withdrawn')]).toEqual([0, false])
})

test('an entry missing from the files stops too, if people could choose it', () => {
  const before = smallCatalogue({ callableRegions: [regionEntry(), regionEntry({ id: 2, nameEn: 'Brest' })] })
  const after = smallCatalogue({ callableRegions: [regionEntry()], reasons: [] })
  const { stops, stopCount } = compareEditions(before, after)
  expect([stops, stopCount]).toEqual([[{ part: 'callableRegions', name: 'Brest' }], 1])
})
