import type { Locale } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import { Findings } from './findings.tsx'
import { valueNamed } from './testing/value-view.ts'
import type { ValueView } from './value-view.server.ts'

const valueWith = (distance: NonNullable<ValueView['distance']>) =>
  valueNamed('Haematocrit', {
    text: '5.9',
    unit: '%',
    word: 'low',
    shape: 'low',
    position: null,
    range: { low: '36', high: '46', text: '36 – 46' },
    isOutside: true,
    distance,
  })

test.each<[Locale, string, 'below' | 'above', string]>([
  ['ru', '1', 'below', 'На 1 п. п. ниже нормы.'],
  ['ru', '2', 'above', 'На 2 п. п. выше нормы.'],
  ['ru', '5,5', 'below', 'На 5,5 п. п. ниже нормы.'],
  ['pl', '1', 'below', '1 p.p. poniżej normy.'],
  ['pl', '2', 'above', '2 p.p. powyżej normy.'],
  ['pl', '5,5', 'below', '5,5 p.p. poniżej normy.'],
  ['be', '1', 'below', 'На 1 п. п. ніжэй за норму.'],
  ['be', '2', 'above', 'На 2 п. п. вышэй за норму.'],
  ['be', '5,5', 'below', 'На 5,5 п. п. ніжэй за норму.'],
  ['en', '1', 'below', '1 percentage point below the range.'],
  ['en', '1.0', 'above', '1.0 percentage points above the range.'],
  ['en', '5.5', 'below', '5.5 percentage points below the range.'],
])(
  'in %s a percentage %s points %s its range is reported in percentage points',
  (locale, text, side, sentence) => {
    const html = pageHtml(<Findings values={[valueWith({ text, side, isPoints: true })]} />, locale)
    // The unit of the value itself is percent; the distance between two percentages is not.
    expect(wordsOf(html).replaceAll('\u00a0', ' ')).toContain(sentence)
  },
)

test('a distance that has a unit is shown with it', () => {
  const html = pageHtml(<Findings values={[valueWith({ text: '4 g/L', side: 'below', isPoints: false })]} />)
  expect(wordsOf(html)).toContain('4 g/L below the range.')
})

test('a value without a range shows no unit where the range would be', () => {
  const value = { ...valueWith({ text: '4', side: 'below', isPoints: false }), range: null, distance: null }
  const words = wordsOf(pageHtml(<Findings values={[{ ...value, unit: 'ng/mL' }]} />))
  expect(words).toContain('There is no range for this value.')
  expect(words.split('ng/mL')).toHaveLength(2)
})

test('what the page’s title and sentence say is not shown again with its only value', () => {
  const low = { ...valueWith({ text: '1', side: 'below', isPoints: true }), name: 'Ferritin' }
  const html = pageHtml(<Findings values={[low]} title="Ferritin" />)
  // It stays a heading for screen readers; the sentence does not say on which side the value is.
  expect(html).toContain('<h3 class="visually-hidden">Ferritin')
  expect(wordsOf(html)).toContain('Low')
  const inside = { ...low, word: 'normal', shape: 'in', isOutside: false, distance: null } as const
  expect(wordsOf(pageHtml(<Findings values={[inside]} isAnswered />))).not.toContain('In range')
  // A heading that only names it does not say so.
  expect(wordsOf(pageHtml(<Findings values={[inside]} title="Ferritin" />))).toContain('In range')
  expect(pageHtml(<Findings values={[low]} title="Anna Kovaleva" />)).not.toContain(
    '<h3 class="visually-hidden"',
  )
})

test.each([
  ['critical', 97, true],
  ['low', 3, true],
  ['high', 96.9, false],
  // Zero, where the range has no lower limit.
  ['in', 3, false],
] as const)('the bar of a value %s at %s is broken before the mark: %s', (shape, position, isBroken) => {
  const value = { ...valueWith({ text: '1', side: 'above', isPoints: false }), shape, position }
  expect(pageHtml(<Findings values={[value]} />).includes('<i></i>')).toBe(isBroken)
})
