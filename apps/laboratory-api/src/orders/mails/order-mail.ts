import type { Locale } from '@shop/domain/locale'
import { formatMoney } from '@shop/domain/money'
import { isCalledOff } from '@shop/domain/order-states'
import type { Texts } from '@shop/texts/create-texts'
import { formatMoment } from '@shop/texts/formats.server'
import { findUser } from '../../accounts/user-queries.ts'
import type { ApiContext } from '../../context.ts'
import type { MailBlock, MailMessage } from '../../mail/message.ts'
import { orderPageUrl } from '../../payments/open-payment-page.ts'
import { textsIn } from '../../texts.ts'
import { formatPlace } from '../format-place.ts'
import { preparationLines } from '../order-preparation.ts'
import { readOrder, type StoredOrder } from '../order-queries.ts'
import type { OrderRow } from '../tables.ts'

/** What mails about an order are built from. */
export interface OrderMail {
  details: StoredOrder
  /** Processing of the recipient's data is restricted: they get only mails that they asked for. */
  isRestricted: boolean
  t: Texts['t']
  locale: Locale
  /** Recipient, greeting, language. */
  frame: Pick<MailMessage, 'to' | 'locale' | 'firstName'>
  button(label: string): MailBlock
}

/** Loads order and recipient when the mail is sent; null once the order or its account is gone. */
export async function loadOrderMail(context: ApiContext, orderId: string): Promise<OrderMail | null> {
  const details = await readOrder(context.database.queries, orderId)
  if (!details?.order.userId) return null
  const user = await findUser(context.database.queries, details.order.userId)
  if (!user) return null
  const { locale, firstName, lastName } = user
  const url = orderPageUrl(context.settings, orderId)
  return {
    details,
    isRestricted: user.restrictedAt !== null,
    t: textsIn(locale),
    locale,
    frame: {
      to: { address: user.email, name: `${firstName} ${lastName}` },
      locale,
      firstName,
    },
    button: (label) => ({ kind: 'button', label, url }),
  }
}

/** Whether the visit was moved again after the move that a mail is about. */
export const isMovedSince = ({ visitSequence }: OrderRow, queuedFor: number | undefined): boolean =>
  queuedFor !== undefined && visitSequence > queuedFor

/** A heading that does not name the order, under the order, as on its page. */
export const headingOf = ({ details: { order }, t }: OrderMail, heading: string) => ({
  above: t('order.number', { number: order.number }),
  heading,
})

/** When, where and for how much; of a visit that is off, that it is. */
export function visitFacts(context: ApiContext, { details, t, locale }: OrderMail): MailBlock {
  const { order } = details
  const place = formatPlace(order, locale)
  const { businessTimeZone } = context.settings
  const moment = formatMoment(order.visitStart, { locale, businessTimeZone }, 'fullDay')
  return {
    kind: 'facts',
    rows: [
      [
        t('order.confirm.visit'),
        isCalledOff(order.state) ? t('papers:receipt.visitCancelled', { moment }) : moment,
      ],
      [
        t('mails:facts.place'),
        order.visitKind === 'branch' ? place : `${t('order.kind.homeCall')}: ${place}`,
      ],
      [t('cart:summary.total'), formatMoney({ amount: order.total, currency: order.currency }, locale)],
    ],
  }
}

/** What reception scans or hears: the order's number and nothing else. Not for a home visit, which has no reception. */
export function receptionCode({ details: { order }, t }: OrderMail): MailBlock[] {
  const { number, visitKind } = order
  if (visitKind !== 'branch') return []
  return [{ kind: 'qr', text: number, words: t('order.code', { number }) }]
}

/** What each patient must do beforehand: first names and rules of preparation, no analysis. */
export function preparationLists(context: ApiContext, { details, t, locale }: OrderMail): MailBlock[] {
  const reader = { locale, businessTimeZone: context.settings.businessTimeZone }
  return details.patients.map((patient) => ({
    kind: 'list',
    title: t('mails:preparation.title', { firstName: patient.firstName }),
    items: preparationLines(patient, { details, reader }),
  }))
}
