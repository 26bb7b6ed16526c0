import type { VisitAddress } from '@shop/contract/orders'
import type { Texts } from './create-texts.ts'

interface House {
  /** Where a nurse comes, in the reader's language; `names`: in every language, as the town may be written. */
  region: { name: string; names: readonly (string | undefined)[] } | null
  address: Pick<VisitAddress, 'locality' | 'street' | 'houseNumber'>
}

/** Region, town, street and house on one line; the region's own town is named once. */
export function houseText({ region, address: { locality, street, houseNumber } }: House): string {
  const town = region?.names.includes(locality) ? '' : locality
  return [region?.name, town, street, houseNumber].filter(Boolean).join(', ')
}

interface Inside {
  flat?: string
  entrance?: string
  floor?: string
  notes?: string
}

/** "flat 48, entrance 2, floor 4, the bell does not work"; empty if none of it is known. */
export function insideText({ flat, entrance, floor, notes }: Inside, t: Texts['t']): string {
  return [
    flat && t('order.place.flat', { number: flat }),
    entrance && t('order.place.entrance', { number: entrance }),
    floor && t('order.place.floor', { number: floor }),
    notes,
  ]
    .filter(Boolean)
    .join(', ')
}
