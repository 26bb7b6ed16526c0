import { expect, test } from 'vitest'
import { type Assay, readCatalogue, type SexAndAge } from './catalogue.ts'
import { type DrawnValue, drawValues } from './draw-values.ts'

const PEOPLE: SexAndAge[] = [
  { sex: 'FEMALE', ageYears: 34 },
  { sex: 'MALE', ageYears: 61 },
  { sex: 'FEMALE', ageYears: 6 },
  { sex: 'MALE', ageYears: 0 },
]

function analysis(code: string): Assay {
  return readCatalogue().get(code)!
}

function numbers(values: DrawnValue[]): Map<string, number> {
  return new Map(values.map(({ component, value }) => [component.name, Number(value)]))
}

function drawEverything(): DrawnValue[] {
  return PEOPLE.flatMap((person, index) =>
    [...readCatalogue().values()].flatMap((each) => drawValues(each, person, `10042/${index}/${each.code}`)),
  )
}

test('every component of every analysis gets a value of its type', () => {
  const wrong = drawEverything().filter(({ component, value }) =>
    typeof value === 'number'
      ? component.valueType !== 'numeric' || !Number.isFinite(value) || value < 0
      : component.valueType === 'numeric' && !/detected|few|many/.test(value),
  )
  expect(wrong).toEqual([])
})

test('shares never exceed a hundred', () => {
  const shares = drawEverything().filter(
    ({ component, range }) => component.ucumUnit === '%' && range && (range.high ?? 0) <= 100,
  )
  const wrong = shares.filter(({ value }) => Number(value) > 100)
  expect(wrong.map(({ component, value }) => [component.name, value])).toEqual([])
})

test('most values are in range, some outside, a few far outside', () => {
  const flags = Map.groupBy(drawEverything(), ({ flag }) => flag ?? 'none')
  const share = (...names: string[]) =>
    names.reduce((sum, name) => sum + (flags.get(name as 'N')?.length ?? 0), 0) / drawEverything().length
  expect(share('N')).toBeGreaterThan(0.75)
  expect(share('L', 'H', 'A')).toBeGreaterThan(0.04)
  expect(share('L', 'H', 'A')).toBeLessThan(0.15)
  expect(share('LL', 'HH')).toBeGreaterThan(0)
  expect(share('LL', 'HH')).toBeLessThan(0.01)
})

test('the same seed gives the same values, and another seed gives others', () => {
  const draw = (seed: string) => drawValues(analysis('1001'), PEOPLE[0]!, seed).map(({ value }) => value)
  expect(draw('10042/0/1001')).toEqual(draw('10042/0/1001'))
  expect(draw('10042/0/1001')).not.toEqual(draw('10043/0/1001'))
})

test('a blood count adds up', () => {
  for (const seed of ['a', 'b', 'c', 'd']) {
    const value = numbers(drawValues(analysis('1001'), PEOPLE[1]!, seed))
    const cells = ['Neutrophils', 'Lymphocytes', 'Monocytes', 'Eosinophils', 'Basophils']
    expect(cells.reduce((sum, name) => sum + value.get(`${name}, %`)!, 0)).toBeCloseTo(100, 5)
    const volume = (value.get('Haematocrit')! / value.get('Red blood cells')!) * 10
    expect(Math.abs(volume - value.get('Mean corpuscular volume')!)).toBeLessThan(1)
  }
})

test('the filtration rate follows CKD-EPI 2021', () => {
  const value = numbers(drawValues(analysis('1216'), { sex: 'MALE', ageYears: 50 }, 'a'))
  const ratio = value.get('Creatinine')! / 88.42 / 0.9
  const expected = 142 * Math.min(ratio, 1) ** -0.302 * Math.max(ratio, 1) ** -1.2 * 0.9938 ** 50
  expect(Math.abs(value.get('Estimated GFR (CKD-EPI)')! - expected)).toBeLessThanOrEqual(0.5)
})
