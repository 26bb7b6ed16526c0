import type { Locale } from '@shop/contract/fields'
import { textLanguage } from '../catalogue/localised.ts'
import type { OrderRow } from './tables.ts'

interface Reader {
  locale: Locale
  /** The business zone. */
  zone: string
}

/** "Tuesday, 6 March 2040 at 09:00", in the business zone and the reader's habit. */
export function formatInstant(instant: Date, { locale, zone }: Reader): string {
  return new Intl.DateTimeFormat(habit(locale), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: zone,
  }).format(instant)
}

/** "09:00, 6 March": for what is near. */
export function formatMoment(instant: Date, { locale, zone }: Reader): string {
  return new Intl.DateTimeFormat(habit(locale), {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(instant)
}

/** Where the visit is, on one line: the branch, or the patient's own address. */
export function formatPlace(order: OrderRow, locale: Locale): string {
  const language = textLanguage(locale)
  if (order.visitKind === 'branch') {
    return `${order.laboratory.city[language]}, ${order.laboratory.address[language]}`
  }
  const { address, region } = order
  const parts = [
    region?.name[language],
    address?.locality,
    address?.street,
    address?.houseNumber,
    address?.apartmentNumber,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Days before months and 24 hours, as the business counts, also for readers of English. */
function habit(locale: Locale): string {
  return locale === 'en' ? 'en-GB' : locale
}
