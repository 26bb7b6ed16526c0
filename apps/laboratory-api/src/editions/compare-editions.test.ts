import { expect, test } from 'vitest'
import { analysisEntry, smallCatalogue } from '../catalogue/testing/catalogue-files.ts'
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
