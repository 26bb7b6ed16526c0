import type { CartAnswer } from '@shop/contract/cart'
import { Problem } from '@shop/contract/problem'
import { readProfiles } from '../platform/catalogue/catalogue-cache.server.ts'
import { type AddOptions, addAnalyses } from './add-analyses.server.ts'

/**
 * Adds the analyses of a profile for patients; what a patient already has is not added twice.
 * @throws Problem as `addToCart`; `unknown_analysis` too for a profile that the laboratory does not offer
 */
export function addProfileToCart({
  profileId,
  ...options
}: AddOptions & { profileId: number }): Promise<CartAnswer> {
  return addAnalyses({ ...options, profileId }, async (laboratoryId) => {
    const profile = (await readProfiles(options.shop, laboratoryId)).get(profileId)
    if (profile) return profile.labServices.map(({ id }) => id)
    throw new Problem('unknown_analysis', { errors: [{ path: 'profileId', message: String(profileId) }] })
  })
}
