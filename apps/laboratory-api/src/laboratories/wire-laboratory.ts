import type { WireLaboratory } from '@shop/contract/laboratories'
import type { CatalogueLaboratory } from '../catalogue/catalogue-snapshot.ts'
import type { TextLanguage } from '../catalogue/localised.ts'

export function wireLaboratory(laboratory: CatalogueLaboratory, language: TextLanguage): WireLaboratory {
  const { id, city, address, latitude, longitude, isCallable } = laboratory
  return {
    id,
    address: { city: city[language], address: address[language], latitude, longitude },
    aboutLink: laboratory.aboutLink,
    email: laboratory.email,
    type: isCallable ? 'HOME_SERVICE' : 'PHYSICAL',
    assortmentId: laboratory.assortmentId,
    openingHours: laboratory.openingHours,
    ...(isCallable ? { callable: { strategy: 'REGION' as const } } : {}),
  }
}
