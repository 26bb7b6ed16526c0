import type { WireAnalysis, WireMaterial } from '@shop/contract/catalogue'
import type { Assortment, CartAnalysis, Material } from '@shop/domain/cart'
import { CART_CURRENCY, type Currency, fromWire, type Money } from '@shop/domain/money'

/** A laboratory's offer in the form that the cart's rules read; its currency is that of the first price. */
export function assortmentFromWire(analyses: readonly WireAnalysis[]): Assortment {
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
    analyses: new Map(analyses.map((analysis) => [analysis.id, analysisFromWire(analysis)])),
    materials,
  }
}

/** The first price counts: the laboratory's own price list comes first. */
function firstPrice(prices: WireAnalysis['prices']): Money | null {
  const [first] = prices
  return first ? fromWire({ price: first.price, currency: first.currency }) : null
}

function analysisFromWire(wire: WireAnalysis): CartAnalysis {
  const container = wire.materials.find(({ kind }) => kind !== 'sampling service')
  const others = wire.materials.filter((material) => material !== container)
  return {
    id: wire.id,
    code: wire.code,
    name: wire.name,
    price: firstPrice(wire.prices),
    samplingServiceIds: others.map(({ materialId }) => materialId),
    materialId: container?.materialId ?? null,
    tubeGroup: wire.tubeGroup,
    draws: wire.draws ?? 0,
    rules: wire.rules,
    homeCallPossible: wire.homeCallPossible,
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
