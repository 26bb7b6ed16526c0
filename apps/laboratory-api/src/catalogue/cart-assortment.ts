import type { Assortment, CartAnalysis, Material } from '@shop/domain/cart'
import type { Locale } from '@shop/domain/locale'
import type { Rule } from '@shop/domain/rules'
import { madeOnceFor } from '@shop/server/made-once'
import {
  assortmentOfLaboratory,
  type CatalogueAnalysis,
  type CatalogueAssortment,
  type CatalogueSnapshot,
} from './catalogue-snapshot.ts'
import { inLanguage } from './localised.ts'

/**
 * What a laboratory offers, in the form that the cart's calculation takes; null when the laboratory is unknown or
 * closed.
 */
export function assortmentForCart(input: {
  snapshot: CatalogueSnapshot
  laboratoryId: number
  locale: Locale
}): Assortment | null {
  const assortment = assortmentOfLaboratory(input.snapshot, input.laboratoryId)
  return assortment && assortmentsOf(input.snapshot)(assortment, input.locale)
}

const assortmentsOf = madeOnceFor((snapshot: CatalogueSnapshot) =>
  madeOnceFor((assortment: CatalogueAssortment, locale: Locale) =>
    buildAssortment(snapshot, assortment, locale),
  ),
)

function buildAssortment(
  snapshot: CatalogueSnapshot,
  assortment: CatalogueAssortment,
  locale: Locale,
): Assortment {
  const { currency, isHomeCallOnly, withheldIds } = assortment
  // An analysis without a price in this list is included nevertheless: the calculation says why it cannot be
  // bought.
  const analyses = [...snapshot.analyses.values()].filter(
    ({ id, isWithdrawn, isHomeCallPossible }) =>
      !isWithdrawn && !withheldIds.has(id) && (isHomeCallPossible || !isHomeCallOnly),
  )
  const materials = [...snapshot.materials.values()].filter(({ isWithdrawn }) => !isWithdrawn)
  return {
    currency,
    analyses: new Map(analyses.map((analysis) => [analysis.id, cartAnalysis(analysis, assortment, locale)])),
    materials: new Map(
      materials.map(({ id, name, kind, isOptional, charge, prices, blood }): [number, Material] => {
        const price = prices.find((money) => money.currency === currency) ?? null
        const tube = blood ? { blood } : {}
        return [id, { id, name: inLanguage(name, locale), kind, price, isOptional, charge, ...tube }]
      }),
    ),
  }
}

function cartAnalysis(
  analysis: CatalogueAnalysis,
  { priceListId }: CatalogueAssortment,
  locale: Locale,
): CartAnalysis {
  return {
    id: analysis.id,
    code: analysis.code,
    name: inLanguage(analysis.name, locale),
    price: analysis.prices.find((price) => price.priceListId === priceListId)?.money ?? null,
    samplingServiceIds: analysis.samplingServiceIds,
    materialId: analysis.materialId,
    tubeGroup: analysis.tubeGroup,
    draws: analysis.draws,
    rules: analysis.rules.map(
      ({ message, ...rule }): Rule => ({ ...rule, message: inLanguage(message, locale) }),
    ),
    homeCallPossible: analysis.isHomeCallPossible,
  }
}
