import type { Locale } from '@shop/domain/locale'
import { deskMessages } from '@shop/texts/compiled-messages'
import { createTexts } from '@shop/texts/create-texts'
import type { Desk } from '../session/desk-context.server.ts'

const READY = ['moved', 'results', 'preparation', 'refund', 'documents', 'call'] as const

export interface ReadyAnswer {
  title: string
  text: string
}

/** Answers that are asked for often: named in the language of who answers, written in that of who asked. */
export function readyAnswers(
  desk: Desk,
  asked: { locale: Locale; name: string; isGuest: boolean },
): ReadyAnswer[] {
  const { slug, partner } = desk
  const textsIn = (locale: Locale) =>
    createTexts({ locale, messages: deskMessages(locale, slug, partner), partner: slug })
  const [own, theirs] = [textsIn(desk.locale), textsIn(asked.locale)]
  return READY.map((key) => {
    const parts = [
      // A guest's name and address are typed by anybody: such a letter greets nobody by name.
      asked.isGuest
        ? theirs.t('desk:ready.greetingOfGuest')
        : theirs.t('desk:ready.greeting', { name: asked.name }),
      theirs.t(`desk:ready.${key}.text`),
      theirs.t('desk:ready.closing'),
    ]
    return { title: own.t(`desk:ready.${key}.title`), text: parts.join('\n\n') }
  })
}
