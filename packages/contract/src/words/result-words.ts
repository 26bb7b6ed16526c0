import type { Age } from '@shop/domain/age-in-words'
import type { Locale } from '../fields.ts'
import type { Interpretation, ResultStatus } from '../results.ts'
import { be } from './be.ts'
import { en } from './en.ts'
import { pl } from './pl.ts'
import { ru } from './ru.ts'

/** Texts may name values, as `{{date}}`; a counted one has a form for each plural of its language, `years_few`. */
export interface ResultWords {
  age: Readonly<Record<string, string>>
  /** Words for a value and a report, for their columns and for what stands beside them. */
  results: {
    word: Record<Interpretation, string>
    status: Record<ResultStatus, string>
    awaited: string
    expected: string
    gender: Record<'M' | 'F', string>
    column: Record<'name' | 'result' | 'where' | 'range' | 'word', string>
    range: Record<'none' | 'below' | 'above', string>
    fact: Record<'patient' | 'born' | 'order' | 'sampled' | 'laboratory', string>
    note: Record<'method' | 'comment' | 'replaced' | 'withdrawn', string>
    /** By whom it is read: the patient, the parent of a child, the doctor. */
    critical: Record<'title' | 'adult' | 'child' | 'doctor' | 'phone', string>
  }
}

/** What pages, papers and mails about results call by the same words. */
export const RESULT_WORDS: Readonly<Record<Locale, ResultWords>> = { en, ru, pl, be }

/** A text with its values: `{{date}}` is replaced by that of `date`. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** `8 months` */
export function ageText({ unit, count }: Age, locale: Locale): string {
  const form = new Intl.PluralRules(locale).select(count)
  return fillIn(RESULT_WORDS[locale].age[`${unit}_${form}`] ?? '', { count })
}
