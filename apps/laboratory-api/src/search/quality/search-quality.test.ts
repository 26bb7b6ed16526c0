import { join } from 'node:path'
import { projectFiles } from '@shop/server/project-files'
import { expect, test } from 'vitest'
import { createSearchIndex } from '../search-index.ts'
import { readSearchEntries } from './file-entries.ts'
import { measureQuality, readQualityQueries, shareFound } from './measure-quality.ts'

const LEAST_SHARE = 0.97
const LEAST_OF_KIND = 0.9

test('patients find what they mean among the first three', async () => {
  const entries = await readSearchEntries(join(projectFiles, 'catalogue'))
  const queries = await readQualityQueries()
  const known = new Set(entries.map(({ code }) => code))
  const unknown = Object.values(queries).flatMap((list) =>
    list.flatMap(({ expected }) => expected.filter((code) => !known.has(code))),
  )
  expect(unknown).toEqual([])
  const qualities = measureQuality(await createSearchIndex(entries), entries, queries)
  expect(qualities.reduce((sum, { asked }) => sum + asked, 0)).toBeGreaterThan(220)
  expect(shareFound(qualities)).toBeGreaterThanOrEqual(LEAST_SHARE)
  const weak = qualities.filter(({ asked, found }) => found / asked < LEAST_OF_KIND)
  expect(weak).toEqual([])
})

test('what nobody means finds nothing', async () => {
  const entries = await readSearchEntries(join(projectFiles, 'catalogue'))
  const index = await createSearchIndex(entries)
  const offeredIds = new Set(entries.map(({ id }) => id))
  for (const term of ['qqqqqqqq', 'zzzz', 'asdfghjk', 'йцукен', 'блаблабла', '12345678', '%%%']) {
    expect([term, index.search(term, { limit: 50, offeredIds })]).toEqual([term, []])
  }
})
