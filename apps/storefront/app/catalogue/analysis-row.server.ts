import type { WireAnalysis } from '@shop/contract/catalogue'
import { formatAmount, fromWire, type WireMoney } from '@shop/domain/money'
import { asksForNothing } from '@shop/domain/preparation'
import { searchResult } from './search-result.ts'

/** One line of a list of analyses. */
export interface AnalysisRow {
  id: number
  name: string
  /** Another name by which people know it. */
  also: string | undefined
  specimen: string
  /** Hours without food; 0: eating is no matter. */
  fastingHours: number
  /** Something else than food matters before. */
  hasNotes: boolean
  /** "Tue 24 Nov" */
  ready: string | null
  /** Working days until the result. */
  days: number
  /** The price's number in the reader's habit: made once, not in every page. */
  amount: string
  currency: string
}

/** An analysis as lists show it: its line, and what lists are chosen and sorted by. */
export interface CatalogueEntry {
  row: AnalysisRow
  price: WireMoney
  isPopular: boolean
  categoryIds: readonly number[]
  homeCallPossible: boolean
}

/** The words of a fast are told by its hours. */
const ABOUT_FOOD = /do not eat|не есть|nie jedz|не есці/i

interface RowDetails {
  /** "Tue 24 Nov" */
  ready: string | null
  locale: string
}

/** @throws Error for an analysis without prices */
export function catalogueEntry(analysis: WireAnalysis, { ready, locale }: RowDetails): CatalogueEntry {
  const { id, name, price, isPopular, categoryIds } = searchResult(analysis)
  const { fastingHours, notes } = analysis.preparation
  return {
    row: {
      id,
      name,
      also: analysis.synonyms[0],
      specimen: analysis.specimen,
      fastingHours,
      hasNotes: notes.some((note) => !asksForNothing(note) && !(fastingHours > 0 && ABOUT_FOOD.test(note))),
      ready,
      days: analysis.execPeriod,
      amount: formatAmount(fromWire(price), locale),
      currency: price.currency,
    },
    price,
    isPopular,
    categoryIds,
    homeCallPossible: analysis.homeCallPossible,
  }
}
