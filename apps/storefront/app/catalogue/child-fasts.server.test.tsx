import { LOCALES } from '@shop/domain/locale'
import type { RuleType } from '@shop/domain/rules'
import { expect, test } from 'vitest'
import { pageHtml, textsIn, wordsOf } from '../testing/page-html.tsx'
import { childFasts } from './child-fasts.server.ts'
import { PreparationFact } from './test-facts.tsx'

const asking = (fastingHours: number, ...rules: RuleType[]) => ({
  preparation: { fastingHours, notes: [] },
  rules: rules.map((type, id) => ({ id, type, message: '' })),
})

test.each([
  ['nothing', [asking(0)], null],
  ['the usual fast', [asking(4)], { isBabyFed: true, childHours: 3 }],
  ['a long fast, which applies to children too', [asking(8)], { isBabyFed: true, childHours: null }],
  ['a short fast and the usual one', [asking(2), asking(4)], { isBabyFed: true, childHours: 3 }],
  ['the usual fast and a long one', [asking(4), asking(12)], { isBabyFed: true, childHours: null }],
  ['a fast for adults only', [asking(4), asking(0, 'MIN_AGE')], null],
  ['a fast for pregnant women', [asking(4, 'SEX', 'PREGNANCY_ONLY')], null],
  ['a fast for women and girls', [asking(4, 'SEX')], { isBabyFed: true, childHours: 3 }],
])('how long children fast follows from what adults are asked for: %s', (_, analyses, expected) => {
  expect(childFasts(analyses)).toEqual(expected)
})

test.each(LOCALES)(
  'in %s the page adds the children’s fast to the adults’, and nothing where both are the same',
  (locale) => {
    const { t } = textsIn(locale)
    const said = (fasts: ReturnType<typeof childFasts>) =>
      [
        ...pageHtml(<PreparationFact notes={['Four hours.']} childFasts={fasts} />, locale).matchAll(
          /<p>(.*?)<\/p>/g,
        ),
      ].map(([, text]) => wordsOf(text!))
    const baby = wordsOf(t('catalogue.preparation.baby'))
    expect(said({ isBabyFed: true, childHours: 3 })).toEqual([
      'Four hours.',
      baby,
      t('catalogue.preparation.child', { hours: 3 }),
    ])
    expect(said({ isBabyFed: true, childHours: null })).toEqual(['Four hours.', baby])
    expect(said(null)).toEqual(['Four hours.'])
  },
)
