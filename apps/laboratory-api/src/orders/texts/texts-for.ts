import type { Locale } from '@shop/contract/fields'
import { be } from './be.ts'
import { en } from './en.ts'
import type { OrderTexts } from './order-texts.ts'
import { pl } from './pl.ts'
import { ru } from './ru.ts'

const TEXTS: Record<Locale, OrderTexts> = { en, ru, pl, be }

export function orderTexts(locale: Locale): OrderTexts {
  return TEXTS[locale]
}
