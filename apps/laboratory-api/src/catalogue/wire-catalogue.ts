import type {
  Category,
  WireAnalysis,
  WireAnalysisDetail,
  WireMaterial,
  WirePrice,
  WireProfile,
  WireRule,
} from '@shop/contract/catalogue'
import { analysisToWire, profileToWire } from '@shop/contract/catalogue-codec'
import type { Locale } from '@shop/domain/locale'
import { toWire } from '@shop/domain/money'
import type {
  CatalogueAnalysis,
  CatalogueAssortment,
  CatalogueMaterial,
  CataloguePrice,
  CatalogueProfile,
  CatalogueRule,
  CatalogueSnapshot,
} from './catalogue-snapshot.ts'
import { inLanguage } from './localised.ts'

/** The catalogue as one assortment and language show it: prices of the assortment's list come first. */
export interface CatalogueView {
  snapshot: CatalogueSnapshot
  assortment: CatalogueAssortment
  language: Locale
}

export function wireAnalysis(analysis: CatalogueAnalysis, view: CatalogueView): WireAnalysis {
  const { snapshot, language } = view
  const materialIds = new Set([...analysis.samplingServiceIds, analysis.materialId])
  return analysisToWire({
    id: analysis.id,
    code: analysis.code,
    name: inLanguage(analysis.name, language),
    description: inLanguage(analysis.description, language),
    turnaroundDays: analysis.turnaroundDays,
    ...(analysis.retest ? { retest: analysis.retest } : {}),
    prices: wirePrices(analysis.prices, view),
    categories: categoriesOf(analysis.categoryIds, view),
    specimen: inLanguage(analysis.specimen, language),
    preparation: {
      fastingHours: analysis.fastingHours,
      notes: [...inLanguage(analysis.preparationNotes, language)],
    },
    materials: [...materialIds].flatMap((id) => {
      const material = snapshot.materials.get(id)
      return material ? [wireMaterial(material, view)] : []
    }),
    ...(analysis.draws > 0 ? { tubeGroup: analysis.tubeGroup, draws: analysis.draws } : {}),
    rules: analysis.rules.map((rule) => wireRule(rule, language)),
    synonyms: [...inLanguage(analysis.synonyms, language)],
    loinc: analysis.loinc,
    homeCallPossible: analysis.isHomeCallPossible,
  })
}

export function wireAnalysisDetail(analysis: CatalogueAnalysis, view: CatalogueView): WireAnalysisDetail {
  return {
    ...wireAnalysis(analysis, view),
    isOffered: view.assortment.analysisIds.has(analysis.id),
    components: analysis.components.map((component) => ({
      name: inLanguage(component.name, view.language),
      loinc: component.loinc,
      ucumUnit: component.ucumUnit,
      valueType: component.valueType,
      decimals: component.decimals,
      referenceRanges: component.referenceRanges.map(({ words, ...range }) => ({
        ...range,
        ...(words ? { text: inLanguage(words, view.language) } : {}),
      })),
    })),
  }
}

export function wireProfile(profile: CatalogueProfile, view: CatalogueView): WireProfile {
  return profileToWire({
    id: profile.id,
    code: profile.code,
    name: inLanguage(profile.name, view.language),
    description: inLanguage(profile.description, view.language),
    created: profile.createdAt.toISOString(),
    updated: profile.updatedAt.toISOString(),
    categories: categoriesOf(profile.categoryIds, view),
    isOffered: view.assortment.profileIds.has(profile.id),
    analyses: profile.analysisIds.flatMap((id) => {
      const analysis = view.snapshot.analyses.get(id)
      return analysis ? [wireAnalysis(analysis, view)] : []
    }),
  })
}

/** The whole tree, hidden categories included: the client leaves them out of its list. */
export function wireCategories({
  snapshot,
  language,
}: Pick<CatalogueView, 'snapshot' | 'language'>): Category[] {
  return [...snapshot.categories.values()]
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .map(({ id, name, slug, parentId }) => ({ id, name: inLanguage(name, language), slug, parentId }))
}

function categoriesOf(categoryIds: readonly number[], { snapshot, language }: CatalogueView) {
  return categoryIds.flatMap((id) => {
    const category = snapshot.categories.get(id)
    return category && !category.isWithdrawn ? [{ id, name: inLanguage(category.name, language) }] : []
  })
}

function wirePrices(prices: readonly CataloguePrice[], { assortment }: CatalogueView): WirePrice[] {
  const ordered = prices.toSorted(
    (left, right) =>
      Number(right.priceListId === assortment.priceListId) -
      Number(left.priceListId === assortment.priceListId),
  )
  return ordered.map(({ id, priceListId, money, createdAt, updatedAt }) => {
    const { price, currency } = toWire(money)
    return {
      id,
      created: createdAt.toISOString(),
      updated: updatedAt.toISOString(),
      price,
      priceListId,
      currency,
    }
  })
}

function wireMaterial(material: CatalogueMaterial, { assortment, language }: CatalogueView): WireMaterial {
  const { id, name, kind, isOptional, charge, prices, blood } = material
  const ordered = prices.toSorted(
    (left, right) =>
      Number(right.currency === assortment.currency) - Number(left.currency === assortment.currency),
  )
  return {
    materialId: id,
    isOptional,
    name: inLanguage(name, language),
    kind,
    charge,
    prices: ordered.map(toWire),
    ...(blood ? { blood } : {}),
  }
}

function wireRule({ id, type, message, ...rule }: CatalogueRule, language: Locale): WireRule {
  return {
    id,
    type,
    ...(rule.sex === null ? {} : { sex: rule.sex }),
    ...(rule.minAgeYears === null ? {} : { minAgeYears: rule.minAgeYears }),
    ...(rule.maxAgeYears === null ? {} : { maxAgeYears: rule.maxAgeYears }),
    ...(rule.relatedAnalysisIds === null ? {} : { relatedAnalysisIds: [...rule.relatedAnalysisIds] }),
    message: inLanguage(message, language),
  }
}
