import type { Analysis } from '@shop/contract/catalogue-codec'
import { formatAmount, fromWire, type WireMoney } from '@shop/domain/money'
import { asksForNothing } from '@shop/domain/preparation'
import { searchResult } from './search-result.ts'

/** One row of a list of analyses. */
export interface AnalysisRow {
  id: number
  name: string
  /** A common alternative name. */
  also: string | undefined
  specimen: string
  /** Hours without food; 0: eating is allowed. */
  fastingHours: number
  /** Preparation asks for something besides food. */
  hasNotes: boolean
  /** "Tue 24 Nov" */
  ready: string | null
  /** Working days until the result. */
  days: number
  /** The formatted price without its currency: formatted once, not on every page. */
  amount: string
  currency: string
}

/** An analysis as lists need it: its row, and the fields they filter and sort by. */
export interface CatalogueEntry {
  row: AnalysisRow
  price: WireMoney
  isPopular: boolean
  categoryIds: readonly number[]
  homeCallPossible: boolean
}

interface RowDetails {
  /** "Tue 24 Nov" */
  ready: string | null
  locale: string
}

/** @throws Error for an analysis without prices */
export function catalogueEntry(analysis: Analysis, { ready, locale }: RowDetails): CatalogueEntry {
  const { id, name, price, isPopular, categoryIds } = searchResult(analysis)
  const { fastingHours, notes } = analysis.preparation
  return {
    row: {
      id,
      name,
      also: analysis.synonyms[0],
      specimen: analysis.specimen,
      fastingHours,
      hasNotes: notes.some((note) => !asksForNothing(note)),
      ready,
      days: analysis.turnaroundDays,
      amount: formatAmount(fromWire(price), locale),
      currency: price.currency,
    },
    price,
    isPopular,
    categoryIds,
    homeCallPossible: analysis.homeCallPossible,
  }
}
