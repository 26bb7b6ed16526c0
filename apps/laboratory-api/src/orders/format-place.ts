import type { Locale } from '@shop/domain/locale'
import { inLanguage } from '../catalogue/localised.ts'
import { textsIn } from '../texts.ts'
import type { OrderRow } from './tables.ts'

/** Where the visit is, on one line: the branch, or the patient's own address. */
export function formatPlace(order: OrderRow, locale: Locale): string {
  if (order.visitKind === 'branch') {
    // As on the branch's sign, whatever the language.
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
    address.apartmentNumber && t('order.place.flat', { number: address.apartmentNumber }),
    address.entranceNumber && t('order.place.entrance', { number: address.entranceNumber }),
    address.floorNumber && t('order.place.floor', { number: address.floorNumber }),
  ]
  return parts.filter(Boolean).join(', ')
}
