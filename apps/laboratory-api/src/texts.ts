import type { Locale } from '@shop/domain/locale'
import { compiledMessages } from '@shop/texts/compiled-messages'
import { createTexts, type Texts } from '@shop/texts/create-texts'

const made = new Map<Locale, Texts['t']>()

/** Translates for mails, papers, calendars and answers: the same words as on the pages. */
export function textsIn(locale: Locale): Texts['t'] {
  let translate = made.get(locale)
  if (!translate) {
    translate = createTexts({ locale, messages: compiledMessages(locale), partner: '' }).t
    made.set(locale, translate)
  }
  return translate
}
