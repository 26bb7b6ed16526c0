import type { Locale } from '@shop/contract/fields'
import { formatMoney } from '@shop/domain/money'
import { findUser } from '../../accounts/user-queries.ts'
import type { ApiContext } from '../../context.ts'
import type { MailBlock, MailMessage } from '../../mail/message.ts'
import { orderPageUrl } from '../../payments/open-payment-page.ts'
import { formatInstant, formatPlace } from '../format-visit.ts'
import { preparationItems } from '../order-preparation.ts'
import { type OrderDetails, readOrder } from '../order-queries.ts'
import type { OrderTexts } from '../texts/order-texts.ts'
import { orderTexts } from '../texts/texts-for.ts'

/** What a mail about an order is made of. */
export interface OrderMail {
  details: OrderDetails
  texts: OrderTexts
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
  const url = orderPageUrl(context.settings.publicUrl, orderId)
  return {
    details,
    texts: orderTexts(locale),
    locale,
    frame: {
      to: { address: user.confirmedEmail ?? user.email, name: `${firstName} ${lastName}` },
      locale,
      firstName,
    },
    button: (label) => ({ kind: 'button', label, url }),
  }
}

/** When, where and for how much. */
export function visitFacts(context: ApiContext, { details, texts, locale }: OrderMail): MailBlock {
  const { order } = details
  const { facts, nurseComes } = texts
  const place = formatPlace(order, locale)
  const zone = context.settings.businessTimeZone
  return {
    kind: 'facts',
    rows: [
      [facts.visit, formatInstant(order.visitStart, { locale, zone })],
      [facts.place, order.visitKind === 'branch' ? place : `${nurseComes}: ${place}`],
      [facts.total, formatMoney({ amount: order.total, currency: order.currency }, locale)],
    ],
  }
}

/** What each patient has to mind: first names and rules of preparation, no analysis. */
export function preparationLists(context: ApiContext, { details, texts, locale }: OrderMail): MailBlock[] {
  const zone = context.settings.businessTimeZone
  return details.patients.map((patient) => ({
    kind: 'list',
    title: texts.preparation.title(patient.firstName),
    items: preparationItems(patient, { details, locale, zone }),
  }))
}
