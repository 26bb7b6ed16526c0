import type { Analysis } from '@shop/contract/catalogue-codec'
import { toWire, type WireMoney } from '@shop/domain/money'
import { quoteAnalyses } from '@shop/domain/quote'
import { visitFee } from './fees.server.ts'
import type { ShownCatalogue } from './shown-catalogue.server.ts'

export interface QuoteLine {
  id: number
  name: string
  price: WireMoney
  quantity: number
}

/** What analyses cost one person at the shown laboratory, everything included. */
export interface QuoteView {
  /** How many analyses were asked for; the companions are not among them. */
  count: number
  analysesTotal: WireMoney
  /** Analyses without which it cannot be ordered; included in the total. */
  companions: { id: number; name: string; price: WireMoney }[]
  materials: QuoteLine[]
  /** Materials that may be bought or brought along; not in the total. */
  optional: { id: number; name: string; price: WireMoney }[]
  total: WireMoney
  visit: { city: string; price: WireMoney } | null
}

/** Null: the laboratory does not sell all of them. */
export function quoteView(analysisIds: readonly number[], shown: ShownCatalogue): QuoteView | null {
  const quote = quoteAnalyses({ analysisIds, assortment: shown.catalogue.assortment })
  if (!quote) return null
  return {
    count: analysisIds.length,
    analysesTotal: toWire(quote.analysesTotal),
    companions: quote.companions.map((companion) => ({ ...companion, price: toWire(companion.price) })),
    materials: quote.materials.map(({ materialId, name, total, quantity }) => ({
      id: materialId,
      name,
      price: toWire(total),
      quantity,
    })),
    optional: quote.optionalMaterials.map(({ materialId, name, price }) => ({
      id: materialId,
      name,
      price: toWire(price),
    })),
    total: toWire(quote.total),
    visit: visitFee(shown),
  }
}

const ABOUT_THE_PERSON = new Set(['SEX', 'MIN_AGE', 'MAX_AGE', 'PREGNANCY_ONLY'])

/** The catalogue's sentences about who may take these analyses; empty: everyone. */
export function personRules(analyses: readonly Pick<Analysis, 'rules'>[]): string[] {
  return sentences(analyses, (type) => ABOUT_THE_PERSON.has(type))
}

/** Sentences about analyses that must or must not be combined. */
export function companionRules(analyses: readonly Pick<Analysis, 'rules'>[]): string[] {
  return sentences(analyses, (type) => !ABOUT_THE_PERSON.has(type))
}

function sentences(
  analyses: readonly Pick<Analysis, 'rules'>[],
  wanted: (type: string) => boolean,
): string[] {
  const messages = analyses.flatMap(({ rules }) => rules.filter(({ type }) => wanted(type)))
  return [...new Set(messages.map(({ message }) => message))]
}
