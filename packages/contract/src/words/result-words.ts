import type { Age } from '@shop/domain/age-in-words'
import type { Locale } from '../fields.ts'
import { be } from './be.ts'
import { en } from './en.ts'
import { pl } from './pl.ts'
import { ru } from './ru.ts'
import type { ResultWords } from './words.ts'

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
