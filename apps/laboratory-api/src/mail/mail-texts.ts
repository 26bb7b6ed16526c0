import type { Locale } from '@shop/contract/fields'
import { be } from './texts/be.ts'
import { en } from './texts/en.ts'
import type { MailTexts } from './texts/mail-texts.ts'
import { pl } from './texts/pl.ts'
import { ru } from './texts/ru.ts'

const TEXTS: Record<Locale, MailTexts> = { en, ru, pl, be }

export function mailTexts(locale: Locale): MailTexts {
  return TEXTS[locale]
}
