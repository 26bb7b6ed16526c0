import type { Locale } from '@shop/domain/locale'
import { madeOnce } from '@shop/server/made-once'
import { compiledMessages } from '@shop/texts/compiled-messages'
import { createTexts, type Texts } from '@shop/texts/create-texts'

/** The language of mails to the house itself: to support, to the bookkeepers, about requests for data. */
export const HOUSE_LOCALE = 'en'

/** Translates texts of mails, documents, calendars and responses: the same words as on the pages. */
export const textsIn = madeOnce(
  (locale: Locale): Texts['t'] => createTexts({ locale, messages: compiledMessages(locale), partner: '' }).t,
)
