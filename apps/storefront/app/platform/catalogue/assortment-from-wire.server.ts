import type { WireMaterial } from '@shop/contract/catalogue'
import type { Analysis } from '@shop/contract/catalogue-codec'
import type { Assortment, CartAnalysis, Material } from '@shop/domain/cart'
import { CART_CURRENCY, type Currency, fromWire, type Money } from '@shop/domain/money'

/** A laboratory's offer in the form that the cart's rules read; its currency is that of the first price. */
export function assortmentFromWire(analyses: readonly Analysis[]): Assortment {
  const priced = analyses.find(({ prices }) => prices.length > 0)
  const currency = priced?.prices[0]?.currency ?? CART_CURRENCY
  const materials = new Map<number, Material>()
  for (const { materials: ofAnalysis } of analyses) {
    for (const material of ofAnalysis) {
      if (!materials.has(material.materialId)) {
        materials.set(material.materialId, materialFromWire(material, currency))
      }
    }
  }
  return {
    currency,
    analyses: new Map(analyses.map((analysis) => [analysis.id, cartAnalysis(analysis)])),
    materials,
  }
}

/** The first price counts: the laboratory's own price list comes first. */
function firstPrice(prices: Analysis['prices']): Money | null {
  const [first] = prices
  return first ? fromWire({ price: first.price, currency: first.currency }) : null
}

function cartAnalysis(analysis: Analysis): CartAnalysis {
  const container = analysis.materials.find(({ kind }) => kind !== 'sampling service')
  const others = analysis.materials.filter((material) => material !== container)
  return {
    id: analysis.id,
    code: analysis.code,
    name: analysis.name,
    price: firstPrice(analysis.prices),
    samplingServiceIds: others.map(({ materialId }) => materialId),
    materialId: container?.materialId ?? null,
    tubeGroup: analysis.tubeGroup,
    draws: analysis.draws ?? 0,
    rules: analysis.rules,
    homeCallPossible: analysis.homeCallPossible,
  }
}

function materialFromWire(wire: WireMaterial, currency: Currency): Material {
  const price = wire.prices.find((entry) => entry.currency === currency)
  return {
    id: wire.materialId,
    name: wire.name,
    kind: wire.kind,
    price: price ? fromWire({ price: price.price, currency }) : null,
    isOptional: wire.isOptional,
    charge: wire.charge,
    blood: wire.blood,
  }
}
