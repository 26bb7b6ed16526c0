import type { Gender } from '@shop/domain/gender'
import { interpret, pickReferenceRange } from '@shop/domain/reference-range'
import type { CatalogueComponent } from '../catalogue/catalogue-snapshot.ts'
import type { Localised } from '../catalogue/localised.ts'
import type { ObservationRow } from './tables.ts'

type Interpretation = NonNullable<ObservationRow['interpretation']>

/** The laboratory's own range; whether its limit, if it has only one, belongs to it. */
export interface GivenRange {
  low: number | null
  high: number | null
  includesLimit: boolean
  words: Localised | null
}

interface Judged {
  low: number | null
  high: number | null
  includesLimit: boolean
  rangeWords: Localised | null
  interpretation: Interpretation | null
}

/**
 * Pairs of answers: the first is what healthy people have wherever the catalogue expects it, the second its opposite.
 */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['not detected', 'detected'],
  ['negative', 'positive'],
  ['no growth', 'growth'],
]

/**
 * The range that a value is shown with, and the word for where it lies. What the laboratory reported takes precedence
 * over the catalogue.
 */
export function judgeValue(input: {
  number: number | null
  comparator: ObservationRow['comparator']
  words: string | null
  given: GivenRange | null
  interpretation: Interpretation | null
  component: CatalogueComponent
  person: { sex: Gender; ageYears: number }
}): Judged {
  const { number, words, given, component } = input
  const usual = pickReferenceRange(component.referenceRanges, input.person)
  const range = given ?? {
    low: usual?.low ?? null,
    high: usual?.high ?? null,
    includesLimit: false,
    words: usual?.words ?? null,
  }
  const { low, high, includesLimit } = range
  return {
    low,
    high,
    includesLimit,
    rangeWords: range.words,
    interpretation:
      input.interpretation ??
      (number === null
        ? interpretWords(words, range.words)
        : interpretNumber(number, input.comparator, { low, high, includesLimit })),
  }
}

/** A number beyond the measurable is judged only if its true value cannot lie on the other side of a limit. */
function interpretNumber(
  number: number,
  comparator: ObservationRow['comparator'],
  range: { low: number | null; high: number | null; includesLimit: boolean },
): Interpretation | null {
  const { low, high, includesLimit } = range
  if (comparator === null) return interpret(number, range)
  const reaches = (limit: number) => number === limit && (includesLimit || !comparator.endsWith('='))
  if (comparator.startsWith('<')) {
    if (low !== null) return number < low || (number === low && comparator === '<') ? 'low' : null
    return high !== null && (number < high || reaches(high)) ? 'normal' : null
  }
  if (high !== null) return number > high || (number === high && comparator === '>') ? 'high' : null
  return low !== null && (number > low || reaches(low)) ? 'normal' : null
}

function interpretWords(words: string | null, range: Localised | null): Interpretation | null {
  const [said, expected] = [words, range?.en].map((text) => text?.trim().toLowerCase())
  if (!said || !expected) return null
  const pair = OPPOSITES.find(([healthy]) => healthy === expected)
  if (!pair) return null
  if (said === pair[0]) return 'normal'
  return said === pair[1] ? 'abnormal' : null
}
