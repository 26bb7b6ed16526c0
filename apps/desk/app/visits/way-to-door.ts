import type { DeskVisit } from '@shop/contract/desk-day'
import type { Texts } from '@shop/texts/create-texts'

/** Town, street and house; then what is needed there: entrance, floor, flat. Notes are separate. */
export function wayToDoor({ address, regionName }: Pick<DeskVisit, 'address' | 'regionName'>, { t }: Texts) {
  if (!address) return null
  const { locality, street, houseNumber, entranceNumber, floorNumber, apartmentNumber } = address
  const inside = [
    entranceNumber && t('order.place.entrance', { number: entranceNumber }),
    floorNumber && t('order.place.floor', { number: floorNumber }),
    apartmentNumber && t('order.place.flat', { number: apartmentNumber }),
  ]
  return {
    // As the patient wrote it; the region may be named in another language.
    house: [locality || regionName, street, houseNumber].filter(Boolean).join(', '),
    inside: inside.filter(Boolean).join(', '),
    notes: address.addressNotes,
  }
}
