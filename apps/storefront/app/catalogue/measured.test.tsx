import type { AnalysisComponent } from '@shop/contract/catalogue'
import { expect, test } from 'vitest'
import { pageHtml, textsIn, wordsOf } from '../testing/page-html.tsx'
import { Measured } from './measured.tsx'
import { measuredValues } from './measured-values.server.ts'

type Range = AnalysisComponent['referenceRanges'][number]

const component = (name: string, range: Partial<Range>) =>
  ({ name, loinc: null, ucumUnit: 'g/L', referenceRanges: [range] }) as AnalysisComponent

test.each([
  ['en', 'below 5 g/L', 'above 60 g/L'],
  ['ru', 'меньше 5 г/л', 'больше 60 г/л'],
  ['pl', 'poniżej 5 g/L', 'powyżej 60 g/L'],
  ['be', 'менш за 5 г/л', 'больш за 60 г/л'],
] as const)(
  'the page of a test words a range with one limit as a report does, in %s',
  (locale, upper, lower) => {
    const components = [
      component('Both', { low: 120, high: 150 }),
      component('Upper', { high: 5 }),
      component('Lower', { low: 60 }),
      component('Words', { text: 'negative' }),
      component('None', {}),
    ]
    const measured = measuredValues({ components, wanted: null, locale, t: textsIn(locale).t })
    const words = wordsOf(pageHtml(<Measured measured={measured} loinc={null} />, locale))
    const unit = upper.split(' ').at(-1)
    for (const part of [
      `Both120–150 ${unit}`,
      `Upper${upper}`,
      `Lower${lower}`,
      'Wordsnegative',
      `None${unit}`,
    ])
      expect(words).toContain(part)
  },
)
