import { CURRENCIES } from '@shop/domain/money'
import type {
  CatalogueAnalysis,
  CatalogueAssortment,
  CatalogueLaboratory,
  CatalogueMaterial,
  CatalogueProfile,
  CatalogueReason,
  CatalogueSnapshot,
} from './catalogue-snapshot.ts'
import type { CatalogueRows } from './read-catalogue.ts'

type Row<Kind extends keyof CatalogueRows> = CatalogueRows[Kind][number]

/** The snapshot of one version's rows. */
export function buildSnapshot(
  version: { version: number; contentHash: string } | null,
  rows: CatalogueRows,
): CatalogueSnapshot {
  const analyses = buildAnalyses(rows)
  const profiles = rows.profiles.map(profileOf).toSorted(byCode)
  const assortments = rows.assortments
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .map((row) => assortmentOf(row, rows, analyses, profiles))
  const wholeRow = { id: 0, priceListId: rows.priceLists[0]?.id ?? 1, isHomeCallOnly: false }
  return {
    version: version?.version ?? 0,
    tag: version ? `${version.version}-${version.contentHash.slice(0, 10)}` : '0',
    analyses: byId(analyses),
    analysesByCode: new Map(analyses.map((analysis) => [analysis.code, analysis])),
    profiles: byId(profiles),
    categories: byId(rows.categories.map(categoryOf)),
    materials: byId(rows.materials.map(materialOf)),
    callableRegions: byId(rows.callableRegions.map(regionOf)),
    reasons: byId(buildReasons(rows, analyses, profiles)),
    laboratories: byId(rows.laboratories.map(laboratoryOf)),
    assortments: byId(assortments),
    wholeAssortment: assortmentOf(wholeRow, rows, analyses, profiles),
  }
}

const byCode = (left: { code: string }, right: { code: string }) =>
  left.code.length - right.code.length || (left.code < right.code ? -1 : 1)

function byId<T extends { id: number }>(list: readonly T[]): Map<number, T> {
  return new Map(list.map((entry) => [entry.id, entry]))
}

function buildAnalyses(rows: CatalogueRows): CatalogueAnalysis[] {
  const currencies = new Map(rows.priceLists.map(({ id, currency }) => [id, currency]))
  const prices = Map.groupBy(
    rows.prices.toSorted((left, right) => left.priceListId - right.priceListId),
    ({ analysisId }) => analysisId,
  )
  const rules = Map.groupBy(
    rows.rules.filter(({ withdrawnAt }) => withdrawnAt === null),
    ({ analysisId }) => analysisId,
  )
  return rows.analyses.toSorted(byCode).map((row) => ({
    id: row.id,
    code: row.code,
    name: { en: row.name, ru: row.nameRu },
    synonyms: { en: row.synonyms, ru: row.synonymsRu },
    description: { en: row.description, ru: row.descriptionRu },
    loinc: row.loinc,
    specimen: { en: row.specimen, ru: row.specimenRu },
    fastingHours: row.fastingHours,
    preparationNotes: { en: row.preparationNotes, ru: row.preparationNotesRu },
    execPeriodDays: row.execPeriodDays,
    categoryIds: row.categoryIds,
    prices: (prices.get(row.id) ?? []).map(({ id, priceListId, amount, createdAt, updatedAt }) => {
      const money = { amount, currency: currencies.get(priceListId)! }
      return { id, priceListId, money, createdAt, updatedAt }
    }),
    materialId: row.materialId,
    samplingServiceIds: row.samplingServiceIds,
    rules: (rules.get(row.id) ?? []).map(({ message, messageRu, ...rule }) => ({
      id: rule.id,
      type: rule.type,
      sex: rule.sex,
      minAgeYears: rule.minAgeYears,
      maxAgeYears: rule.maxAgeYears,
      relatedAnalysisIds: rule.relatedAnalysisIds,
      message: { en: message, ru: messageRu },
    })),
    isHomeCallPossible: row.isHomeCallPossible,
    components: row.components,
    isWithdrawn: row.withdrawnAt !== null,
  }))
}

function assortmentOf(
  { id, priceListId, isHomeCallOnly }: Pick<Row<'assortments'>, 'id' | 'priceListId' | 'isHomeCallOnly'>,
  { priceLists }: CatalogueRows,
  analyses: readonly CatalogueAnalysis[],
  profiles: readonly CatalogueProfile[],
): CatalogueAssortment {
  const offered = analyses.filter(
    (analysis) =>
      !analysis.isWithdrawn &&
      (analysis.isHomeCallPossible || !isHomeCallOnly) &&
      analysis.prices.some((price) => price.priceListId === priceListId),
  )
  const analysisIds = new Set(offered.map((analysis) => analysis.id))
  const whole = profiles.filter(
    (profile) => !profile.isWithdrawn && profile.analysisIds.every((part) => analysisIds.has(part)),
  )
  return {
    id,
    priceListId,
    currency: priceLists.find((list) => list.id === priceListId)?.currency ?? 'BYN',
    isHomeCallOnly,
    analysisIds,
    profileIds: new Set(whole.map((profile) => profile.id)),
  }
}

function profileOf(row: Row<'profiles'>): CatalogueProfile {
  const { id, code, name, nameEn, analysisIds, categoryIds, createdAt, updatedAt } = row
  const description = { en: row.description, ru: row.descriptionRu }
  const isWithdrawn = row.withdrawnAt !== null
  return { id, code, name, nameEn, description, analysisIds, categoryIds, createdAt, updatedAt, isWithdrawn }
}

function buildReasons(
  { reasons }: CatalogueRows,
  analyses: readonly CatalogueAnalysis[],
  profiles: readonly CatalogueProfile[],
): CatalogueReason[] {
  const analysesByCode = new Map(analyses.map((analysis) => [analysis.code, analysis]))
  const profilesByCode = new Map(profiles.map((profile) => [profile.code, profile]))
  const idsOf = (entries: ReadonlyMap<string, { id: number }>, codes: readonly string[]) =>
    codes.flatMap((code) => entries.get(code)?.id ?? [])
  return reasons
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .map(({ id, slug, names, words, note, analysisCodes, profileCodes, neverFirstCodes }) => {
      const firstProfile = profilesByCode.get(profileCodes[0] ?? '')
      const own = idsOf(analysesByCode, analysisCodes)
      return {
        id,
        slug,
        name: names,
        words,
        note,
        analysisIds: own.length > 0 ? own : (firstProfile?.analysisIds ?? []),
        profileIds: idsOf(profilesByCode, profileCodes),
        neverFirstAnalysisIds: new Set(idsOf(analysesByCode, neverFirstCodes)),
        neverFirstProfileIds: new Set(idsOf(profilesByCode, neverFirstCodes)),
      }
    })
}

function categoryOf({ id, name, nameRu, slug, parentId, isHidden, withdrawnAt }: Row<'categories'>) {
  return { id, name: { en: name, ru: nameRu }, slug, parentId, isHidden, isWithdrawn: withdrawnAt !== null }
}

function materialOf(row: Row<'materials'>): CatalogueMaterial {
  const { id, name, nameRu, kind, isOptional, charge, withdrawnAt } = row
  const prices = CURRENCIES.flatMap((currency) => {
    const amount = row.prices[currency]
    return amount === undefined ? [] : [{ amount, currency }]
  })
  const isWithdrawn = withdrawnAt !== null
  return { id, name: { en: name, ru: nameRu }, kind, isOptional, charge, prices, isWithdrawn }
}

function regionOf(row: Row<'callableRegions'>) {
  return {
    id: row.id,
    name: { en: row.nameEn, ru: row.name },
    price: { amount: row.priceAmount, currency: row.priceCurrency },
    isOffered: row.isActive && row.withdrawnAt === null,
  }
}

function laboratoryOf(row: Row<'laboratories'>): CatalogueLaboratory {
  return {
    id: row.id,
    name: { en: row.nameEn, ru: row.name },
    city: { en: row.cityEn, ru: row.city },
    address: { en: row.addressEn, ru: row.address },
    latitude: row.latitude,
    longitude: row.longitude,
    email: row.email,
    aboutLink: row.aboutLink,
    type: row.isCallable ? 'HOME_SERVICE' : 'PHYSICAL',
    isOffered: row.isActive && row.withdrawnAt === null,
    assortmentId: row.assortmentId,
    openingHours: row.openingHours,
  }
}
