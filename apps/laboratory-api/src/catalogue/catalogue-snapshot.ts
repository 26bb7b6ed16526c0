import type { MaterialCharge } from '@shop/domain/cart'
import type { Gender } from '@shop/domain/gender'
import type { LaboratoryService, LaboratoryType } from '@shop/domain/laboratory'
import type { Locale } from '@shop/domain/locale'
import type { Currency, Money } from '@shop/domain/money'
import type { OpeningHours } from '@shop/domain/opening-hours'
import type { TubeAdditive } from '@shop/domain/order-of-draw'
import type { RuleType } from '@shop/domain/restrictions'
import type { VisitQuestion } from '@shop/domain/visit-questions'
import type { InEveryLanguage, Localised } from './localised.ts'
import type { RetestInterval, StoredComponent, StoredTube } from './tables.ts'

/**
 * One version of the whole catalogue, in memory and never changed. Withdrawn entries are in it, since orders
 * and carts name them.
 */
export interface CatalogueSnapshot {
  /** 0: nothing was imported yet. */
  readonly version: number
  /** Version and content in one word: equal where the catalogue is equal. */
  readonly tag: string
  readonly analyses: ReadonlyMap<number, CatalogueAnalysis>
  readonly analysesByCode: ReadonlyMap<string, CatalogueAnalysis>
  readonly profiles: ReadonlyMap<number, CatalogueProfile>
  readonly categories: ReadonlyMap<number, CatalogueCategory>
  readonly materials: ReadonlyMap<number, CatalogueMaterial>
  readonly callableRegions: ReadonlyMap<number, CatalogueRegion>
  /** What people are about; withdrawn ones are not among them. */
  readonly reasons: ReadonlyMap<number, CatalogueReason>
  /** Beside the words of the entries: added at the desk, for the search alone. */
  readonly addedSynonyms: readonly AddedSynonym[]
  readonly laboratories: ReadonlyMap<number, CatalogueLaboratory>
  readonly assortments: ReadonlyMap<number, CatalogueAssortment>
  /** Of laboratories that do not offer all of their assortment for now, by laboratory. */
  readonly ownAssortments: ReadonlyMap<number, CatalogueAssortment>
  /** Prices that begin on a later day, the earliest first. */
  readonly comingPrices: readonly ComingPrice[]
  /** What some laboratory offers; prices by the first list. For whoever has not chosen a laboratory. */
  readonly wholeAssortment: CatalogueAssortment
}

export interface CataloguePrice {
  readonly id: number
  readonly priceListId: number
  readonly money: Money
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A price from a day on. */
export interface ComingPrice {
  readonly id: number
  readonly analysisId: number
  readonly priceListId: number
  /** `YYYY-MM-DD`, in the business zone */
  readonly fromDay: string
  /** Minor units of the list's currency. */
  readonly amount: number
}

export interface CatalogueRule {
  readonly id: number
  readonly type: RuleType
  readonly sex: Gender | null
  readonly minAgeYears: number | null
  readonly maxAgeYears: number | null
  readonly relatedAnalysisIds: readonly number[] | null
  readonly message: Localised
}

/** What an analysis measures. */
export interface CatalogueComponent extends Omit<StoredComponent, 'name' | 'nameRu' | 'referenceRanges'> {
  readonly name: Localised
  readonly referenceRanges: readonly CatalogueRange[]
}

export interface CatalogueRange extends Omit<StoredComponent['referenceRanges'][number], 'text' | 'textRu'> {
  /** Instead of limits. */
  readonly words?: Localised | undefined
}

export interface CatalogueAnalysis {
  readonly id: number
  readonly code: string
  readonly name: Localised
  readonly synonyms: Localised<readonly string[]>
  readonly description: Localised
  readonly loinc: string | null
  readonly specimen: Localised
  readonly fastingHours: number
  readonly preparationNotes: Localised<readonly string[]>
  readonly execPeriodDays: number
  readonly retest: RetestInterval | null
  /** Of its person before the visit. */
  readonly asks: readonly VisitQuestion[]
  /** From the first sample to the last; 0: there is one. */
  readonly lastsMinutes: number
  readonly categoryIds: readonly number[]
  /** By price list id; never empty unless withdrawn. */
  readonly prices: readonly CataloguePrice[]
  readonly materialId: number
  /** The main one first. */
  readonly samplingServiceIds: readonly number[]
  readonly tubeGroup: string
  readonly draws: number
  readonly rules: readonly CatalogueRule[]
  readonly isHomeCallPossible: boolean
  readonly components: readonly CatalogueComponent[]
  readonly isWithdrawn: boolean
}

export interface CatalogueProfile {
  readonly id: number
  readonly code: string
  /** English readers get the price list's own name, which is Russian for most, as the specification has it. */
  readonly name: Localised
  readonly nameEn: string
  readonly description: Localised
  readonly analysisIds: readonly number[]
  readonly categoryIds: readonly number[]
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly isWithdrawn: boolean
}

export interface CatalogueReason {
  readonly id: number
  readonly slug: string
  readonly name: InEveryLanguage
  /** As people type it. */
  readonly words: InEveryLanguage<readonly string[]>
  /** The usual first step, in the order that laboratories offer it; never empty. */
  readonly analysisIds: readonly number[]
  readonly profileIds: readonly number[]
  /** To be said beside it: when to call a doctor. */
  readonly note: InEveryLanguage
  readonly neverFirstAnalysisIds: ReadonlySet<number>
  readonly neverFirstProfileIds: ReadonlySet<number>
}

export interface AddedSynonym {
  readonly id: number
  readonly locale: Locale
  readonly words: string
  /** What is found by it: one of them. */
  readonly analysisId: number | null
  readonly profileId: number | null
  readonly reasonId: number | null
}

export interface CatalogueCategory {
  readonly id: number
  readonly name: Localised
  readonly slug: string
  readonly parentId: number | null
  readonly isHidden: boolean
  readonly isWithdrawn: boolean
}

export interface CatalogueMaterial {
  readonly id: number
  readonly name: Localised
  readonly kind: 'sampling service' | 'tube' | 'container' | 'kit'
  readonly additive: TubeAdditive | null
  readonly isOptional: boolean
  readonly charge: MaterialCharge
  readonly prices: readonly Money[]
  readonly blood: StoredTube | null
  readonly isWithdrawn: boolean
}

export interface CatalogueRegion {
  readonly id: number
  readonly name: Localised
  readonly price: Money
  /** Neither switched off nor withdrawn: a visit can be ordered. */
  readonly isOffered: boolean
}

export interface CatalogueLaboratory {
  readonly id: number
  readonly name: Localised
  readonly city: Localised
  readonly address: Localised
  readonly latitude: number
  readonly longitude: number
  readonly email: string | null
  readonly aboutLink: string | null
  /** Comes home; else it is a branch. */
  readonly type: LaboratoryType
  /** Neither closed nor withdrawn. */
  readonly isOffered: boolean
  readonly assortmentId: number
  readonly openingHours: OpeningHours
  readonly services: readonly LaboratoryService[]
}

/** What one kind of laboratory offers. */
export interface CatalogueAssortment {
  readonly id: number
  readonly priceListId: number
  readonly currency: Currency
  readonly isHomeCallOnly: boolean
  /** In the order of their codes. */
  readonly analysisIds: ReadonlySet<number>
  /** Profiles of which every analysis is offered, in the order of their codes. */
  readonly profileIds: ReadonlySet<number>
  /** Analyses that the laboratory does not offer for now. */
  readonly withheldIds: ReadonlySet<number>
}

/** The assortment of a laboratory that is open; null for others. */
export function assortmentOfLaboratory(
  snapshot: CatalogueSnapshot,
  laboratoryId: number,
): CatalogueAssortment | null {
  const laboratory = snapshot.laboratories.get(laboratoryId)
  if (!laboratory?.isOffered) return null
  return (
    snapshot.ownAssortments.get(laboratoryId) ?? snapshot.assortments.get(laboratory.assortmentId) ?? null
  )
}
