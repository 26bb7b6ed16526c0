import { type Locale, languageTag, plainHours } from '@shop/domain/locale'
import { madeOnce } from '@shop/server/made-once'
import { inLanguage } from '../catalogue/localised.ts'
import { textsIn } from '../texts.ts'
import type { OrderRow } from './tables.ts'

interface Reader {
  locale: Locale
  /** The business zone. */
  zone: string
}

const LONG = { dateStyle: 'full', timeStyle: 'short' } as const
const SHORT = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const

/** "Tuesday, 6 March 2040 at 9:00", in the business zone and the reader's habit. */
export function formatInstant(instant: Date, { locale, zone }: Reader): string {
  return plainHours(formatter(LONG, locale, zone).format(instant))
}

/** "9:00" */
export function formatTime(instant: Date, { locale, zone }: Reader): string {
  return plainHours(formatter(TIME, locale, zone).format(instant))
}

/** "6 March at 9:00": for what is near. */
export function formatMoment(instant: Date, { locale, zone }: Reader): string {
  return plainHours(formatter(SHORT, locale, zone).format(instant))
}

/** Making one costs a thousand times what using it does. */
const formatter = madeOnce(
  (options: Intl.DateTimeFormatOptions, locale: Locale, zone: string) =>
    new Intl.DateTimeFormat(languageTag(locale), { ...options, timeZone: zone }),
)

/** Where the visit is, on one line: the branch, or the patient's own address. */
export function formatPlace(order: OrderRow, locale: Locale): string {
  if (order.visitKind === 'branch') {
    // As on its sign, in every language.
    return `${order.laboratory.city.ru}, ${order.laboratory.address.ru}`
  }
  const { address, region } = order
  const regionName = region && inLanguage(region.name, locale)
  if (!address) return regionName ?? ''
  const isTownOfRegion = region && Object.values(region.name).includes(address.locality)
  const t = textsIn(locale)
  const parts = [
    regionName,
    isTownOfRegion ? '' : address.locality,
    address.street,
    address.houseNumber,
    address.apartmentNumber && t('mails:place.flat', { number: address.apartmentNumber }),
    address.entranceNumber && t('mails:place.entrance', { number: address.entranceNumber }),
    address.floorNumber && t('mails:place.floor', { number: address.floorNumber }),
  ]
  return parts.filter(Boolean).join(', ')
}
