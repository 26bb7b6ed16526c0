import type { Locale } from '@shop/domain/locale'
import { houseText, insideText } from '@shop/texts/address-text.server'
import { inLanguage } from '../catalogue/localised.ts'
import { textsIn } from '../texts.ts'
import { branchName } from './laboratory-name.ts'
import type { OrderRow } from './tables.ts'

/** Where the visit is, on one line: the branch, or the patient's own address. */
export function formatPlace(order: OrderRow, locale: Locale): string {
  if (order.visitKind === 'branch') return branchName(order.laboratory)
  const { address, region } = order
  const where = region && { name: inLanguage(region.name, locale), names: Object.values(region.name) }
  if (!address) return where?.name ?? ''
  const { apartmentNumber: flat, entranceNumber: entrance, floorNumber: floor } = address
  const inside = insideText({ flat, entrance, floor }, textsIn(locale))
  return [houseText({ region: where, address }), inside].filter(Boolean).join(', ')
}
