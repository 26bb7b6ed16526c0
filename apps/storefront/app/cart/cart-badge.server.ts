import { todayIn } from '@shop/domain/age'
import { calculateCart } from '@shop/domain/calculate-cart'
import { toWire, type WireMoney } from '@shop/domain/money'
import { patientNames } from '../patients/patient-names.server.ts'
import { readCatalogue, readLaboratories } from '../platform/catalogue/catalogue-cache.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { viewerId } from '../platform/session/viewer.server.ts'
import { readCartRecords } from './cart-records.server.ts'
import { withoutUnknownPatients } from './open-cart.server.ts'

export interface CartBadge {
  count: number
  total: WireMoney
  analysisIdsByPatientId: Readonly<Record<string, readonly number[]>>
}

/**
 * Number, total and ids of the analyses in the cart, for the badge of the top bar: one statement, and the
 * patients once a minute. Null for a guest, while no laboratory is known, and whenever the cart cannot be
 * read: a badge must never break a page. Run it alongside a call that verifies the token.
 */
export async function cartBadge(shop: Shop): Promise<CartBadge | null> {
  if (!shop.token) return null
  try {
    const { cart } = await readCartRecords(shop, await viewerId(shop))
    const laboratoryId = Number(shop.activeLaboratoryId ?? cart.body.laboratoryId)
    if (!(await readLaboratories(shop)).has(laboratoryId)) return null
    const { assortment } = await readCatalogue(shop, laboratoryId)
    const onDate = todayIn(shop.businessTimeZone, shop.now())
    const names = await patientNames(shop, Object.keys(cart.body.cart.analysisIdsByPatientId))
    // The sum depends on no one's sex or age. A deleted patient has no name and, as on the cart's page, does not count.
    const patients = [...names.keys()].map((id) => ({
      id,
      gender: 'FEMALE' as const,
      dateOfBirth: onDate,
    }))
    const known = withoutUnknownPatients(cart.body.cart, patients)
    const { patients: parts, cartTotal } = calculateCart({
      cart: known,
      patients,
      assortment,
      onDate,
    })
    return {
      count: parts.reduce((sum, { lines }) => sum + lines.length, 0),
      total: toWire(cartTotal),
      analysisIdsByPatientId: known.analysisIdsByPatientId,
    }
  } catch {
    return null
  }
}
