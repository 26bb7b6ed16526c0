import type { WireLaboratory } from '@shop/contract/laboratories'
import type { CatalogueLaboratory } from '../catalogue/catalogue-snapshot.ts'

/** Places keep the spelling of their signs in every language: it is what a visitor looks for and shows a driver. */
export function wireLaboratory(laboratory: CatalogueLaboratory): WireLaboratory {
  const { id, city, address, latitude, longitude, isCallable } = laboratory
  return {
    id,
    address: { city: city.ru, address: address.ru, latitude, longitude },
    aboutLink: laboratory.aboutLink,
    email: laboratory.email,
    type: isCallable ? 'HOME_SERVICE' : 'PHYSICAL',
    assortmentId: laboratory.assortmentId,
    openingHours: laboratory.openingHours,
    ...(isCallable ? { callable: { strategy: 'REGION' as const } } : {}),
  }
}
