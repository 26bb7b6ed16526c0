import type { Locale } from '@shop/domain/locale'
import { deskMessages } from '@shop/texts/compiled-messages'
import { createTexts } from '@shop/texts/create-texts'
import type { Desk } from '../session/desk-context.server.ts'

const READY = ['moved', 'results', 'preparation', 'refund', 'documents', 'call'] as const

export interface ReadyAnswer {
  title: string
  text: string
}

/** The texts in the language of the member of staff, and in that of the person who asked. */
export function textsOfBoth(desk: Desk, theirs: Locale) {
  const { slug, partner } = desk
  const textsIn = (locale: Locale) =>
    createTexts({ locale, messages: deskMessages(locale, slug, partner), partner: slug })
  return [textsIn(desk.locale), textsIn(theirs)] as const
}

/** Answers that are often needed: named in the language of the member of staff, written in that of the sender. */
export function readyAnswers(
  desk: Desk,
  asked: { locale: Locale; name: string; isGuest: boolean },
): ReadyAnswer[] {
  const [own, theirs] = textsOfBoth(desk, asked.locale)
  return READY.map((key) => {
    const parts = [
      // Anyone can type a guest's name and address, so such a message greets no one by name.
      asked.isGuest
        ? theirs.t('desk:ready.greetingOfGuest')
        : theirs.t('desk:ready.greeting', { name: asked.name }),
      theirs.t(`desk:ready.${key}.text`),
      theirs.t('desk:ready.closing'),
    ]
    return { title: own.t(`desk:ready.${key}.title`), text: parts.join('\n\n') }
  })
}
