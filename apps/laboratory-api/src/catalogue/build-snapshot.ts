import type { Locale } from '@shop/domain/locale'
import { CURRENCIES, ORDER_CURRENCY } from '@shop/domain/money'
import { mapInPieces } from '@shop/server/in-pieces'
import type {
  CatalogueAnalysis,
  CatalogueAssortment,
  CatalogueCategory,
  CatalogueComponent,
  CatalogueLaboratory,
  CatalogueMaterial,
  CatalogueProfile,
  CatalogueReason,
  CatalogueRegion,
  CatalogueSnapshot,
  ComingPrice,
} from './catalogue-snapshot.ts'
import { inLanguage, type Localised } from './localised.ts'
import type { CatalogueRows } from './read-catalogue.ts'
import type { StoredComponent } from './tables.ts'

type Row<Kind extends keyof CatalogueRows> = CatalogueRows[Kind][number]
/** A text with its translations. */
type Localise = (en: string, ru: string) => Localised

/** About ten milliseconds of work. */
const ANALYSES_PER_PIECE = 1_000

/** The snapshot of one version's rows, built in pieces, so that requests are served in between. */
export async function buildSnapshot(
  version: { version: number; contentHash: string } | null,
  rows: CatalogueRows,
): Promise<CatalogueSnapshot> {
  const localise = localiserOf(rows)
  const analyses = await buildAnalyses(rows, localise)
  const profiles = rows.profiles.map((row) => profileOf(row, localise)).toSorted(byCode)
  const assortments = byId(
    rows.assortments
      .filter(({ withdrawnAt }) => withdrawnAt === null)
      .map((row) => assortmentOf(row, rows, analyses, profiles)),
  )
  const laboratories = byId(rows.laboratories.map((row) => laboratoryOf(row, localise)))
  const ownAssortments = ownAssortmentsOf(rows, { assortments, laboratories })
  const wholeRow = { id: 0, priceListId: rows.priceLists[0]?.id ?? 1, isHomeCallOnly: false }
  const whole = assortmentOf(wholeRow, rows, analyses, profiles)
  return {
    version: version?.version ?? 0,
    tag: version ? `${version.version}-${version.contentHash.slice(0, 10)}` : '0',
    analyses: byId(analyses),
    analysesByCode: new Map(analyses.map((analysis) => [analysis.code, analysis])),
    profiles: byId(profiles),
    categories: byId(rows.categories.map((row) => categoryOf(row, localise))),
    materials: byId(rows.materials.map((row) => materialOf(row, localise))),
    callableRegions: byId(rows.callableRegions.map(regionOf)),
    reasons: byId(buildReasons(rows, analyses, profiles)),
    addedSynonyms: rows.addedSynonyms,
    laboratories,
    assortments,
    ownAssortments,
    comingPrices: rows.comingPrices.toSorted(byDay),
    wholeAssortment: withoutWithheldEverywhere(whole, { assortments, ownAssortments, laboratories }),
  }
}

const byCode = (left: { code: string }, right: { code: string }) =>
  left.code.length - right.code.length || (left.code < right.code ? -1 : 1)

const byDay = (left: ComingPrice, right: ComingPrice) =>
  left.fromDay === right.fromDay ? left.id - right.id : left.fromDay < right.fromDay ? -1 : 1

function byId<T extends { id: number }>(list: readonly T[]): Map<number, T> {
  return new Map(list.map((entry) => [entry.id, entry]))
}

function localiserOf({ translations }: CatalogueRows): Localise {
  const inForce = translations.filter(({ withdrawnAt }) => withdrawnAt === null)
  const byEnglish = new Map(
    inForce.map(({ en, pl, be }) => [en, { pl: pl || undefined, be: be || undefined }]),
  )
  return (en, ru) => ({ en, ru, ...byEnglish.get(en) })
}

function localiseList(en: readonly string[], ru: readonly string[], localise: Localise) {
  const texts = en.map((text, index) => localise(text, ru[index] ?? text))
  const inAll = (locale: Locale) => texts.map((text) => inLanguage(text, locale))
  return { en, ru, pl: inAll('pl'), be: inAll('be') }
}

function buildAnalyses(rows: CatalogueRows, localise: Localise): Promise<CatalogueAnalysis[]> {
  const currencies = new Map(rows.priceLists.map(({ id, currency }) => [id, currency]))
  const prices = Map.groupBy(
    rows.prices.toSorted((left, right) => left.priceListId - right.priceListId),
    ({ analysisId }) => analysisId,
  )
  const rules = Map.groupBy(
    rows.rules.filter(({ withdrawnAt }) => withdrawnAt === null),
    ({ analysisId }) => analysisId,
  )
  const drawsOf = countDraws(rows)
  return mapInPieces(rows.analyses.toSorted(byCode), ANALYSES_PER_PIECE, (row) => ({
    id: row.id,
    code: row.code,
    name: localise(row.name, row.nameRu),
    synonyms: { en: row.synonyms, ru: row.synonymsRu, ...row.otherSynonyms },
    description: localise(row.description, row.descriptionRu),
    loinc: row.loinc,
    specimen: localise(row.specimen, row.specimenRu),
    fastingHours: row.fastingHours,
    preparationNotes: localiseList(row.preparationNotes, row.preparationNotesRu, localise),
    turnaroundDays: row.execPeriodDays,
    retest: row.retest,
    asks: row.asks.map(({ question }) => question),
    lastsMinutes: row.lasts?.minutes ?? 0,
    categoryIds: row.categoryIds,
    prices: (prices.get(row.id) ?? []).map(({ id, priceListId, amount, createdAt, updatedAt }) => {
      const money = { amount, currency: currencies.get(priceListId)! }
      return { id, priceListId, money, createdAt, updatedAt }
    }),
    materialId: row.materialId,
    samplingServiceIds: row.samplingServiceIds,
    tubeGroup: row.tubeGroup ?? row.specimen,
    draws: drawsOf(row),
    rules: (rules.get(row.id) ?? []).map(({ message, messageRu, ...rule }) => ({
      id: rule.id,
      type: rule.type,
      sex: rule.sex,
      minAgeYears: rule.minAgeYears,
      maxAgeYears: rule.maxAgeYears,
      relatedAnalysisIds: rule.relatedAnalysisIds,
      message: localise(message, messageRu),
    })),
    isHomeCallPossible: row.isHomeCallPossible,
    components: row.components.map((component) => componentOf(component, localise)),
    isWithdrawn: row.withdrawnAt !== null,
  }))
}

/**
 * How often blood is drawn for a test: once by the service that fills tubes, and once more for each service that
 * is charged per test.
 */
function countDraws({ analyses, materials }: CatalogueRows) {
  const tubes = new Set(materials.filter(({ kind }) => kind === 'tube').map(({ id }) => id))
  const fromVein = new Set(
    analyses
      .filter(({ materialId }) => tubes.has(materialId))
      .map(({ samplingServiceIds }) => samplingServiceIds[0]),
  )
  const again = new Set(materials.filter(({ charge }) => charge === 'PER_ANALYSIS').map(({ id }) => id))
  return ({ samplingServiceIds: [first, ...others] }: Row<'analyses'>) =>
    fromVein.has(first) ? 1 + others.filter((id) => again.has(id)).length : 0
}

function componentOf(
  { name, nameRu, ...component }: StoredComponent,
  localise: Localise,
): CatalogueComponent {
  return {
    ...component,
    name: localise(name, nameRu),
    referenceRanges: component.referenceRanges.map(({ text, textRu, ...range }) => ({
      ...range,
      ...(text === undefined ? {} : { words: localise(text, textRu ?? text) }),
    })),
  }
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
    currency: priceLists.find((list) => list.id === priceListId)?.currency ?? ORDER_CURRENCY,
    isHomeCallOnly,
    analysisIds,
    profileIds: new Set(whole.map((profile) => profile.id)),
    withheldIds: new Set(),
  }
}

type Places = Pick<CatalogueSnapshot, 'assortments' | 'laboratories'>

/**
 * A profile is offered only where each of its analyses is. If only the profile is switched off, its analyses
 * stay.
 */
function ownAssortmentsOf(rows: CatalogueRows, { assortments, laboratories }: Places) {
  const own = [...Map.groupBy(rows.withheldOffers, ({ laboratoryId }) => laboratoryId)].flatMap(
    ([laboratoryId, withheld]): [number, CatalogueAssortment][] => {
      const whole = assortments.get(laboratories.get(laboratoryId)?.assortmentId ?? 0)
      if (!whole) return []
      const withheldIds = new Set(withheld.flatMap(({ analysisId }) => analysisId ?? []))
      const profilesOff = new Set(withheld.flatMap(({ profileId }) => profileId ?? []))
      const broken = rows.profiles.filter(({ analysisIds }) => analysisIds.some((id) => withheldIds.has(id)))
      for (const { id } of broken) profilesOff.add(id)
      const analysisIds = whole.analysisIds.difference(withheldIds)
      const profileIds = whole.profileIds.difference(profilesOff)
      return [[laboratoryId, { ...whole, analysisIds, profileIds, withheldIds }]]
    },
  )
  return new Map(own)
}

/** What every open laboratory has switched off is not offered anywhere. */
function withoutWithheldEverywhere(
  whole: CatalogueAssortment,
  { assortments, ownAssortments, laboratories }: Places & Pick<CatalogueSnapshot, 'ownAssortments'>,
): CatalogueAssortment {
  if (ownAssortments.size === 0) return whole
  const open = [...laboratories.values()].filter(({ isOffered }) => isOffered)
  const gone = (kind: 'analysisIds' | 'profileIds') => {
    const all = open.map(({ assortmentId }) => assortments.get(assortmentId))
    const left = open.map(({ id }, index) => ownAssortments.get(id) ?? all[index])
    const idsOf = (list: typeof all) => new Set(list.flatMap((one) => [...(one?.[kind] ?? [])]))
    return idsOf(all).difference(idsOf(left))
  }
  return {
    ...whole,
    analysisIds: whole.analysisIds.difference(gone('analysisIds')),
    profileIds: whole.profileIds.difference(gone('profileIds')),
  }
}

function profileOf(row: Row<'profiles'>, localise: Localise): CatalogueProfile {
  const { id, code, nameEn, analysisIds, categoryIds, createdAt, updatedAt } = row
  const name = { ...localise(nameEn, row.name), en: row.name }
  const description = localise(row.description, row.descriptionRu)
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

function categoryOf(row: Row<'categories'>, localise: Localise): CatalogueCategory {
  const { id, name, nameRu, slug, parentId, isHidden, withdrawnAt } = row
  return { id, name: localise(name, nameRu), slug, parentId, isHidden, isWithdrawn: withdrawnAt !== null }
}

function materialOf(row: Row<'materials'>, localise: Localise): CatalogueMaterial {
  const { id, name, nameRu, kind, additive, blood, isOptional, charge, withdrawnAt } = row
  const prices = CURRENCIES.flatMap((currency) => {
    const amount = row.prices[currency]
    return amount === undefined ? [] : [{ amount, currency }]
  })
  const isWithdrawn = withdrawnAt !== null
  const facts = { kind, additive, blood, isOptional, charge, prices }
  return { id, name: localise(name, nameRu), ...facts, isWithdrawn }
}

function regionOf(row: Row<'callableRegions'>): CatalogueRegion {
  return {
    id: row.id,
    name: { en: row.nameEn, ru: row.name, ...row.otherNames },
    price: { amount: row.priceAmount, currency: row.priceCurrency },
    isOffered: row.isActive && row.withdrawnAt === null,
  }
}

function laboratoryOf(row: Row<'laboratories'>, localise: Localise): CatalogueLaboratory {
  return {
    id: row.id,
    name: localise(row.nameEn, row.name),
    city: localise(row.cityEn, row.city),
    address: localise(row.addressEn, row.address),
    latitude: row.latitude,
    longitude: row.longitude,
    email: row.email,
    aboutLink: row.aboutLink,
    type: row.isCallable ? 'HOME_SERVICE' : 'PHYSICAL',
    isOffered: row.isActive && row.withdrawnAt === null,
    assortmentId: row.assortmentId,
    openingHours: row.openingHours,
    services: row.services,
  }
}
