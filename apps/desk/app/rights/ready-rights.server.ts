import type { Locale } from '@shop/domain/locale'
import { RIGHTS, type Right } from '@shop/domain/rights'
import { deskMessages } from '@shop/texts/compiled-messages'
import { createTexts } from '@shop/texts/create-texts'
import type { Desk } from '../session/desk-context.server.ts'

/**
 * Answers to what people ask for, that of this request first: named in the language of who answers, written
 * in that of who asks.
 */
export function readyRights(desk: Desk, asked: { locale: Locale; name: string; right: Right }) {
  const { slug, partner } = desk
  const textsIn = (locale: Locale) =>
    createTexts({ locale, messages: deskMessages(locale, slug, partner), partner: slug })
  const [own, theirs] = [textsIn(desk.locale), textsIn(asked.locale)]
  return RIGHTS.toSorted((one, other) => Number(other === asked.right) - Number(one === asked.right)).map(
    (right) => ({
      title: own.t(`desk:rights.rightName.${right}`),
      text: [
        theirs.t('desk:ready.greeting', { name: asked.name }),
        theirs.t(`desk:rights.answers.${right}`),
        theirs.t('desk:ready.closing'),
      ].join('\n\n'),
    }),
  )
}
