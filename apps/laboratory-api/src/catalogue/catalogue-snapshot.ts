import type { MaterialCharge, MaterialKind } from '@shop/domain/cart'
import type { Gender } from '@shop/domain/gender'
import type { LaboratoryService, LaboratoryType } from '@shop/domain/laboratory'
import type { OpeningHours } from '@shop/domain/laboratory-calendar'
import type { Locale } from '@shop/domain/locale'
import type { Currency, Money } from '@shop/domain/money'
import type { TubeAdditive } from '@shop/domain/order-of-draw'
import type { RuleType } from '@shop/domain/rules'
import type { VisitQuestion } from '@shop/domain/visit-questions'
import type { InEveryLanguage, Localised } from './localised.ts'
import type { RetestInterval, StoredComponent, StoredTube } from './tables.ts'

/**
 * One version of the whole catalogue, in memory and immutable. It contains withdrawn entries, since orders and
 * carts name them.
 */
export interface CatalogueSnapshot {
  /** 0: nothing has been imported yet. */
  readonly version: number
  /** Version and content in one word: the same for the same catalogue. */
  readonly tag: string
  readonly analyses: ReadonlyMap<number, CatalogueAnalysis>
  readonly analysesByCode: ReadonlyMap<string, CatalogueAnalysis>
  readonly profiles: ReadonlyMap<number, CatalogueProfile>
  readonly categories: ReadonlyMap<number, CatalogueCategory>
  readonly materials: ReadonlyMap<number, CatalogueMaterial>
  readonly callableRegions: ReadonlyMap<number, CatalogueRegion>
  /** Reasons why people come; withdrawn ones are left out. */
  readonly reasons: ReadonlyMap<number, CatalogueReason>
  /** In addition to the entries' own words: added at the desk, for the search only. */
  readonly addedSynonyms: readonly AddedSynonym[]
  readonly laboratories: ReadonlyMap<number, CatalogueLaboratory>
  readonly assortments: ReadonlyMap<number, CatalogueAssortment>
  /** For laboratories that currently do not offer all of their assortment, by laboratory. */
  readonly ownAssortments: ReadonlyMap<number, CatalogueAssortment>
  /** Prices that begin on a later day, earliest first. */
  readonly comingPrices: readonly ComingPrice[]
  /**
   * What at least one laboratory offers; prices by the first list. For visitors who have not chosen a laboratory.
   */
  readonly wholeAssortment: CatalogueAssortment
}

export interface CataloguePrice {
  readonly id: number
  readonly priceListId: number
  readonly money: Money
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A price that begins on a day. */
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
  /** Words in place of limits. */
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
  readonly turnaroundDays: number
  readonly retest: RetestInterval | null
  /** What the patient is asked before the visit. */
  readonly asks: readonly VisitQuestion[]
  /** From the first sample to the last; 0: there is only one. */
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
  /**
   * For English readers this is the price list's own name, which for most profiles is Russian, as the
   * specification requires.
   */
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
  /** As people type them. */
  readonly words: InEveryLanguage<readonly string[]>
  /** The usual first step, in the order in which laboratories offer it; never empty. */
  readonly analysisIds: readonly number[]
  readonly profileIds: readonly number[]
  /** A note shown with it: when to call a doctor. */
  readonly note: InEveryLanguage
  readonly neverFirstAnalysisIds: ReadonlySet<number>
  readonly neverFirstProfileIds: ReadonlySet<number>
}

export interface AddedSynonym {
  readonly id: number
  readonly locale: Locale
  readonly words: string
  /** The entry found by it: exactly one of the three. */
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
  readonly kind: MaterialKind
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
  /** A service that comes home, or a branch. */
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
  /** In order of their codes. */
  readonly analysisIds: ReadonlySet<number>
  /** Profiles of which every analysis is offered, in order of their codes. */
  readonly profileIds: ReadonlySet<number>
  /** Analyses that the laboratory currently does not offer. */
  readonly withheldIds: ReadonlySet<number>
}

/** The assortment of an open laboratory; null for others. */
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
