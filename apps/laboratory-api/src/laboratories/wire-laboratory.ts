import type { WireLaboratory } from '@shop/contract/laboratories'
import { CALL_STRATEGY, comesHome } from '@shop/domain/laboratory'
import type { CatalogueLaboratory } from '../catalogue/catalogue-snapshot.ts'

/** Places keep the spelling of their signs in every language: it is what a visitor looks for and shows a driver. */
export function wireLaboratory(laboratory: CatalogueLaboratory): WireLaboratory {
  const { id, city, address, latitude, longitude, type } = laboratory
  return {
    id,
    address: { city: city.ru, address: address.ru, latitude, longitude },
    aboutLink: laboratory.aboutLink,
    email: laboratory.email,
    type,
    assortmentId: laboratory.assortmentId,
    openingHours: laboratory.openingHours,
    ...(comesHome(laboratory) ? { callable: { strategy: CALL_STRATEGY } } : {}),
  }
}
