import type { Analysis } from '@shop/contract/catalogue-codec'
import { fromWire, toWire, type WireMoney } from '@shop/domain/money'
import { findByName } from '../platform/laboratory/place-names.ts'
import type { ShownCatalogue } from './shown-catalogue.server.ts'

/** What an order costs besides its analyses. */
export interface Fees {
  /** The sampling service that most analyses of a list need, once per patient and visit. */
  sampling: { name: string; price: WireMoney } | null
  /** The home visit in the laboratory's own city; null at a branch. */
  visit: { city: string; price: WireMoney } | null
}

export function feesOf(shown: ShownCatalogue, analyses: readonly Analysis[]): Fees {
  return { sampling: commonSampling(shown, analyses), visit: visitFee(shown) }
}

/** The price of a home visit in the laboratory's city; null if it makes none. */
export function visitFee({
  laboratory,
  locale,
  regions,
}: Pick<ShownCatalogue, 'laboratory' | 'locale' | 'regions'>): Fees['visit'] {
  const region = regions && findByName(laboratory.cityName, regions.byName)
  if (!region) return null
  return { city: region.names[locale], price: toWire(fromWire(region.price)) }
}

function commonSampling(shown: ShownCatalogue, analyses: readonly Analysis[]): Fees['sampling'] {
  const counts = new Map<number, number>()
  for (const { materials } of analyses) {
    for (const { materialId, kind, charge } of materials) {
      if (kind !== 'sampling service' || charge !== 'ONCE_PER_PATIENT_VISIT') continue
      counts.set(materialId, (counts.get(materialId) ?? 0) + 1)
    }
  }
  const [id] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
  const material = id === undefined ? undefined : shown.catalogue.assortment.materials.get(id)
  return material?.price ? { name: material.name, price: toWire(material.price) } : null
}
