import { laboratoryFromWire } from '@shop/contract/laboratories'
import type { VisitAddress } from '@shop/contract/orders'
import { comesHome, type VisitKind } from '@shop/domain/laboratory'
import { houseText } from '@shop/texts/address-text'
import { formatDayOf, formatTime } from '@shop/texts/formats.server'
import { callRegion, visitStart } from '../cart/calculate-open-cart.ts'
import type { OpenCart } from '../cart/open-cart.server.ts'
import { CALLABLE_REGIONS, regionName } from '../platform/laboratory/callable-regions.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

export interface VisitView {
  kind: VisitKind
  /** "Monday 23 November" */
  day: string
  /** "Monday 23 November 2026" */
  fullDay: string
  /** "8:30" */
  time: string
  /** "Минск, улица Сурганова, 42" */
  place: string
  /** Flat, entrance, floor and notes; empty parts are left out. */
  placeDetails: Partial<Record<'flat' | 'entrance' | 'floor' | 'notes', string>>
  phone: string | null
  /** The step in which the visit can be changed. */
  changePath: string
}

/** The address in one line; the region may be named in any language. */
export function addressLine(name: string | null, address: VisitAddress): string {
  if (name === null) return houseText({ region: null, address })
  const languages = CALLABLE_REGIONS.map(({ names }) => Object.values(names))
  const names = [name, ...languages.filter((own) => own.includes(name)).flat()]
  return houseText({ region: { name, names }, address })
}

export function addressDetails({
  apartmentNumber,
  entranceNumber,
  floorNumber,
  addressNotes,
}: VisitAddress): VisitView['placeDetails'] {
  return {
    ...(apartmentNumber ? { flat: apartmentNumber } : {}),
    ...(entranceNumber ? { entrance: entranceNumber } : {}),
    ...(floorNumber ? { floor: floorNumber } : {}),
    ...(addressNotes ? { notes: addressNotes } : {}),
  }
}

export function visitDayAndTime(shop: Shop, start: string) {
  return {
    day: formatDayOf(start, shop),
    fullDay: formatDayOf(start, shop, 'fullDay'),
    time: formatTime(start, shop),
  }
}

/** The upcoming visit of a cart; null while none is chosen. */
export function visitOfCart({ shop, records, laboratory }: OpenCart): VisitView | null {
  const draft = records.draft.body
  const start = visitStart(draft, laboratory, shop.now())
  if (!laboratory || !start) return null
  const when = visitDayAndTime(shop, start)
  if (!comesHome(laboratory)) {
    const { cityName, address } = laboratoryFromWire(laboratory)
    return {
      kind: 'branch',
      ...when,
      place: `${cityName}, ${address}`,
      placeDetails: {},
      phone: null,
      changePath: pathOf('nurseCheckoutDate'),
    }
  }
  const { callDetails } = draft
  const region = callRegion(draft, laboratory)
  if (!callDetails) return null
  return {
    kind: 'homeCall',
    ...when,
    place: addressLine(region ? regionName(region, shop.locale) : null, callDetails.address),
    placeDetails: addressDetails(callDetails.address),
    phone: callDetails.phone,
    changePath: pathOf('callDetails'),
  }
}
