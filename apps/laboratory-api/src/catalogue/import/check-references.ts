import { foldName } from '@shop/domain/fold-name'
import { assortmentOf } from './entry-rows.ts'
import type { AnalysisEntry, RuleEntry } from './file-forms.ts'
import { CATALOGUE_FILES, type CatalogueEntries, type Refusal } from './read-catalogue-files.ts'

type Refuse = (entry: string | number, field: string, reason: string) => void

/**
 * Checks what entries say about each other: every id and code named must exist, and facts stated twice must
 * agree.
 */
export function checkReferences(entries: CatalogueEntries): Refusal[] {
  const refusals: Refusal[] = []
  const refuseIn =
    (kind: keyof CatalogueEntries): Refuse =>
    (entry, field, reason) =>
      refusals.push({ file: CATALOGUE_FILES[kind].file, entry: String(entry), field, reason })
  checkLaboratories(entries, refuseIn('laboratories'))
  checkRegions(entries, refuseIn('callableRegions'))
  checkCategories(entries, refuseIn('categories'))
  checkMaterials(entries, refuseIn('materials'))
  checkAnalyses(entries, refuseIn('analyses'))
  checkProfiles(entries, refuseIn('profiles'))
  checkRules(entries, refuseIn('rules'))
  checkReasons(entries, refuseIn('reasons'))
  checkPersonRules(entries, refuseIn('analyses'))
  return refusals
}

function checkLaboratories({ laboratories, assortments, callableRegions }: CatalogueEntries, refuse: Refuse) {
  const visitCurrencies = new Set(callableRegions.map(({ price }) => price.currency))
  for (const laboratory of laboratories) {
    const { id, isCallable } = laboratory
    const assortment = assortmentOf(laboratory, assortments)
    if (!assortment) {
      const { assortmentId } = laboratory
      const reason = assortmentId
        ? `there is no assortment ${assortmentId}`
        : 'the catalogue has no assortment for this kind of laboratory'
      refuse(id, 'assortmentId', reason)
    } else if (isCallable && !assortment.homeCallOnly) {
      refuse(
        id,
        'assortmentId',
        `assortment ${assortment.id} contains items that cannot be collected at home`,
      )
    } else if (isCallable && [...visitCurrencies].some((currency) => currency !== assortment.currency)) {
      const currencies = [...visitCurrencies].join(', ')
      refuse(
        id,
        'assortmentId',
        `assortment ${assortment.id} is priced in ${assortment.currency}, home visits in ${currencies}: no order could have one total`,
      )
    }
  }
}

/** Customers choose a region by its name in their language, as people type it. */
function checkRegions({ callableRegions }: CatalogueEntries, refuse: Refuse) {
  const offered = callableRegions.filter(({ isActive }) => isActive)
  for (const field of ['name', 'nameEn', 'namePl', 'nameBe'] as const) {
    const named = Map.groupBy(offered, (region) => foldName(region[field] ?? ''))
    named.delete('')
    for (const [first, ...others] of named.values()) {
      for (const other of others) refuse(other.id, field, `region ${first!.id} has this name, too`)
    }
  }
}

function checkCategories({ categories }: CatalogueEntries, refuse: Refuse) {
  const parents = new Map(categories.map(({ id, parentId }) => [id, parentId]))
  for (const { id, parentId } of categories) {
    if (parentId === null) continue
    if (!parents.has(parentId)) refuse(id, 'parentId', `there is no category ${parentId}`)
    const seen = new Set([id])
    for (let at: number | null = parentId; at !== null; at = parents.get(at) ?? null) {
      if (seen.has(at)) {
        refuse(id, 'parentId', 'the category is below itself')
        break
      }
      seen.add(at)
    }
  }
}

function checkMaterials({ materials, assortments }: CatalogueEntries, refuse: Refuse) {
  const kinds = new Map(materials.map(({ id, kind }) => [id, kind]))
  const currencies = new Set(assortments.map(({ currency }) => currency))
  for (const { id, charge, prices } of materials) {
    if (charge === 'INCLUDED_IN_SERVICE') continue
    for (const currency of currencies) {
      // Otherwise tests that need it could not be sold there, and no one would see why.
      if (prices[currency] === undefined)
        refuse(id, `prices.${currency}`, 'missing, although an assortment charges in this currency')
    }
  }
  for (const { id, kind, blood } of materials) {
    if (blood && kind !== 'tube') refuse(id, 'blood', 'only a tube can hold blood')
  }
  for (const { id, samplingServiceId } of materials) {
    if (samplingServiceId == null || kinds.get(samplingServiceId) === 'sampling service') continue
    refuse(id, 'samplingServiceId', `${samplingServiceId} is not a sampling service`)
  }
}

function checkAnalyses({ analyses, materials, categories }: CatalogueEntries, refuse: Refuse) {
  const kinds = new Map(materials.map(({ id, kind }) => [id, kind]))
  const categoryIds = new Set(categories.map(({ id }) => id))
  for (const analysis of analyses) {
    const container = kinds.get(analysis.materialId)
    if (!container || container === 'sampling service') {
      refuse(analysis.code, 'materialId', `${analysis.materialId} is not a tube, container or kit`)
    }
    if (kinds.get(analysis.samplingServiceId) !== 'sampling service') {
      refuse(analysis.code, 'samplingServiceId', `${analysis.samplingServiceId} is not a sampling service`)
    }
    for (const id of analysis.extraSamplingServiceIds ?? []) {
      if (kinds.get(id) === 'sampling service') continue
      refuse(analysis.code, 'extraSamplingServiceIds', `${id} is not a sampling service`)
    }
    for (const id of analysis.categories) {
      if (!categoryIds.has(id)) refuse(analysis.code, 'categories', `there is no category ${id}`)
    }
  }
}

function checkProfiles({ profiles, analyses, categories }: CatalogueEntries, refuse: Refuse) {
  const codes = new Set(analyses.map(({ code }) => code))
  const categoryIds = new Set(categories.map(({ id }) => id))
  for (const { code, labServices, categories: ids } of profiles) {
    if (codes.has(code)) refuse(code, 'code', 'an analysis has this code')
    for (const part of labServices) {
      if (!codes.has(part)) refuse(code, 'labServices', `there is no analysis ${part}`)
    }
    if (new Set(labServices).size < labServices.length)
      refuse(code, 'labServices', 'an analysis is listed twice')
    for (const id of ids) {
      if (!categoryIds.has(id)) refuse(code, 'categories', `there is no category ${id}`)
    }
  }
}

function checkRules({ rules, analyses }: CatalogueEntries, refuse: Refuse) {
  const codes = new Set(analyses.map(({ code }) => code))
  for (const rule of rules) {
    if (!codes.has(rule.analysisCode))
      refuse(rule.id, 'analysisCode', `there is no analysis ${rule.analysisCode}`)
    for (const code of 'relatedCodes' in rule ? rule.relatedCodes : []) {
      if (!codes.has(code)) refuse(rule.id, 'relatedCodes', `there is no analysis ${code}`)
      if (code === rule.analysisCode) refuse(rule.id, 'relatedCodes', 'the rule names its own analysis')
    }
  }
}

function checkReasons({ reasons, analyses, profiles }: CatalogueEntries, refuse: Refuse) {
  const analysisCodes = new Set(analyses.map(({ code }) => code))
  const profileCodes = new Set(profiles.map(({ code }) => code))
  for (const { slug, tests, profiles: bundles, neverFirst } of reasons) {
    for (const code of tests) {
      if (!analysisCodes.has(code)) refuse(slug, 'tests', `there is no analysis ${code}`)
    }
    for (const code of bundles) {
      if (!profileCodes.has(code)) refuse(slug, 'profiles', `there is no profile ${code}`)
    }
    for (const code of neverFirst) {
      if (!analysisCodes.has(code) && !profileCodes.has(code))
        refuse(slug, 'neverFirst', `there is no analysis or profile ${code}`)
      if (code === tests[0] || code === bundles[0]) refuse(slug, 'neverFirst', `${code} must come first`)
    }
  }
}

/**
 * The field `restrictions` takes effect only through rules: without its rule the analysis would be sold to people
 * who must not have it.
 */
function checkPersonRules({ analyses, rules }: CatalogueEntries, refuse: Refuse) {
  const byCode = Map.groupBy(rules, ({ analysisCode }) => analysisCode)
  for (const analysis of analyses) {
    const own = byCode.get(analysis.code) ?? []
    for (const [field, rule] of missingRules(analysis, own)) {
      refuse(analysis.code, `restrictions.${field}`, `rules.json has no matching rule ${rule}`)
    }
  }
}

function missingRules({ restrictions }: AnalysisEntry, rules: RuleEntry[]): [string, RuleEntry['type']][] {
  const { sex, minAgeYears, maxAgeYears, pregnancyOnly } = restrictions
  const wanted: [string, RuleEntry['type'], boolean, (rule: RuleEntry) => boolean][] = [
    ['sex', 'SEX', sex !== undefined, (rule) => rule.type === 'SEX' && rule.sex === sex],
    [
      'minAgeYears',
      'MIN_AGE',
      minAgeYears !== undefined,
      (rule) => rule.type === 'MIN_AGE' && rule.minAgeYears === minAgeYears,
    ],
    [
      'maxAgeYears',
      'MAX_AGE',
      maxAgeYears !== undefined,
      (rule) => rule.type === 'MAX_AGE' && rule.maxAgeYears === maxAgeYears,
    ],
    ['pregnancyOnly', 'PREGNANCY_ONLY', pregnancyOnly === true, (rule) => rule.type === 'PREGNANCY_ONLY'],
  ]
  return wanted.flatMap(([field, type, isSet, holds]) => (isSet && !rules.some(holds) ? [[field, type]] : []))
}
