import type { CartProfile } from '@shop/contract/cart'
import { readProfile, readProfiles } from '../platform/catalogue/catalogue-cache.server.ts'
import { withoutUnknownPatients } from './calculate-open-cart.ts'
import type { OpenCart } from './open-cart.server.ts'

/** Profiles that the cart's analyses came with, by patient, also those that this laboratory does not offer. */
export async function cartProfiles(open: OpenCart): Promise<Record<string, CartProfile[]>> {
  const { profilesByPatientId } = withoutUnknownPatients(open.records.cart.body.cart, open.patients)
  if (!profilesByPatientId) return {}
  const { shop, laboratory } = open
  const offered = laboratory ? await readProfiles(shop, laboratory.id) : new Map<number, { name: string }>()
  const entries = Object.entries(profilesByPatientId).map(async ([patientId, profiles]) => {
    const named = Object.entries(profiles).map(async ([key, analysisIds]) => {
      const id = Number(key)
      const found = offered.get(id) ?? (await readProfile(shop, id).catch(() => null))
      return found ? [{ id, name: found.name, analysisIds: [...analysisIds] }] : []
    })
    return [patientId, (await Promise.all(named)).flat()] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
