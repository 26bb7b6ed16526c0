import type { Locale } from '@shop/contract/fields'
import { be } from './be.ts'
import { en } from './en.ts'
import { pl } from './pl.ts'
import type { ResultTexts } from './result-texts.ts'
import { ru } from './ru.ts'

const TEXTS: Readonly<Record<Locale, ResultTexts>> = { en, ru, pl, be }

export function resultTexts(locale: Locale): ResultTexts {
  return TEXTS[locale]
}
