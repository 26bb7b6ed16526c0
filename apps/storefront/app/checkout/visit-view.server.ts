import { laboratoryFromWire } from '@shop/contract/laboratories'
import type { Order, VisitAddress } from '@shop/contract/orders'
import { comesHome, type VisitKind } from '@shop/domain/laboratory'
import { houseText, insideText } from '@shop/texts/address-text.server'
import { formatDayOf, formatTime } from '@shop/texts/formats.server'
import { callRegion, type OpenCart, visitStart } from '../cart/open-cart.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { textsIn } from '../platform/texts/page-texts.server.ts'

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
  /** "flat 48, entrance 2, floor 4, the bell does not work"; the release before does not tell. */
  inside?: string
  /** The same parts, of which pages of the release before make it. */
  placeDetails: Partial<Record<'flat' | 'entrance' | 'floor' | 'notes', string>>
  phone: string | null
  /** The step in which the visit can be changed. */
  changePath: string
}

/** The address of an ordered visit in one line. */
export function addressLine(
  { regionName: name, regionNames: names = [] }: Pick<Order['visit'], 'regionName' | 'regionNames'>,
  address: VisitAddress,
): string {
  return houseText({ region: name === null ? null : { name, names: [name, ...names] }, address })
}

/** The way from the house's door, and what the customer wrote about it. */
export function insideView(
  { locale, env }: Shop,
  { apartmentNumber, entranceNumber, floorNumber, addressNotes }: VisitAddress,
): Required<Pick<VisitView, 'inside' | 'placeDetails'>> {
  const placeDetails = {
    ...(apartmentNumber ? { flat: apartmentNumber } : {}),
    ...(entranceNumber ? { entrance: entranceNumber } : {}),
    ...(floorNumber ? { floor: floorNumber } : {}),
    ...(addressNotes ? { notes: addressNotes } : {}),
  }
  return { inside: insideText(placeDetails, textsIn(locale, env.partner)), placeDetails }
}

export function visitDayAndTime(shop: Shop, start: string) {
  return {
    day: formatDayOf(start, shop),
    fullDay: formatDayOf(start, shop, 'fullDay'),
    time: formatTime(start, shop),
  }
}

/** The upcoming visit of a cart; null while none is chosen. */
export function visitOfCart(open: OpenCart): VisitView | null {
  const { shop, records, laboratory } = open
  const start = visitStart(open)
  if (!laboratory || !start) return null
  const when = visitDayAndTime(shop, start)
  if (!comesHome(laboratory)) {
    const { cityName, address } = laboratoryFromWire(laboratory)
    return {
      kind: 'branch',
      ...when,
      place: `${cityName}, ${address}`,
      inside: '',
      placeDetails: {},
      phone: null,
      changePath: pathOf('nurseCheckoutDate'),
    }
  }
  const { homeCall } = records.draft.body
  const region = callRegion(open)
  if (!homeCall) return null
  const name = region?.names[shop.locale] ?? null
  return {
    kind: 'homeCall',
    ...when,
    place: addressLine(
      { regionName: name, regionNames: region && Object.values(region.names) },
      homeCall.address,
    ),
    ...insideView(shop, homeCall.address),
    phone: homeCall.phone,
    changePath: pathOf('callDetails'),
  }
}
