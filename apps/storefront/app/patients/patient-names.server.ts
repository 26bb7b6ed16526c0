import { patientFromWire } from '@shop/contract/patients'
import type { Shop } from '../platform/session/shop-context.server.ts'

/**
 * First names of patients, by id, for marks such as “in your cart for Anna”. Remembered for a minute, so that not
 * every page asks the main API; a deleted patient is left out.
 */
export async function patientNames(shop: Shop, ids: readonly string[]): Promise<Map<string, string>> {
  const { patientNames: names } = shop.memory
  if (!ids.every((id) => names.has(id))) {
    const patients = (await shop.api.patients()).map(patientFromWire)
    for (const { id, firstName } of patients) names.set(id, firstName)
    for (const id of ids) if (!names.has(id)) names.set(id, '')
  }
  return new Map(ids.flatMap((id) => (names.get(id) ? [[id, names.get(id)!]] : [])))
}
