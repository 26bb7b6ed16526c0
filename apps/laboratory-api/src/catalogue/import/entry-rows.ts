import { CURRENCIES, type Currency, fromWire } from '@shop/domain/money'
import type {
  AnalysisEntry,
  AssortmentEntry,
  CallableRegionEntry,
  CategoryEntry,
  LaboratoryEntry,
  MaterialEntry,
  ProfileEntry,
  ReasonEntry,
  RuleEntry,
  TranslationEntry,
} from './file-forms.ts'
import type { WantedEntry } from './keep-entries.ts'

/**
 * The files have one price per currency; each currency is a price list. Its id is part of the prices on the wire.
 */
const LIST_OF_CURRENCY: Readonly<Record<Currency, { id: number; name: string }>> = {
  BYN: { id: 1, name: 'Belarusian roubles' },
  PLN: { id: 2, name: 'Polish zloty' },
  EUR: { id: 3, name: 'Euro' },
}
export const PRICE_LISTS = CURRENCIES.map((currency) => ({
  ...LIST_OF_CURRENCY[currency],
  currency,
})).toSorted((one, other) => one.id - other.id)

export function priceListRow(list: (typeof PRICE_LISTS)[number]): WantedEntry {
  return { key: list.id, row: { ...list } }
}

export function assortmentRow({ id, name, currency, homeCallOnly }: AssortmentEntry): WantedEntry {
  const { id: priceListId } = LIST_OF_CURRENCY[currency]
  return { key: id, row: { id, name, priceListId, isHomeCallOnly: homeCallOnly } }
}

/**
 * A laboratory without its own assortment gets the first that fits: the two default assortments are made for
 * this.
 */
export function assortmentOf(
  { assortmentId, isCallable }: Pick<LaboratoryEntry, 'assortmentId' | 'isCallable'>,
  assortments: readonly AssortmentEntry[],
): AssortmentEntry | undefined {
  return assortments.find(({ id, homeCallOnly }) =>
    assortmentId === undefined ? homeCallOnly === isCallable : id === assortmentId,
  )
}

export function laboratoryRow(
  { coordinatePrecision: _, ...entry }: LaboratoryEntry,
  assortments: readonly AssortmentEntry[],
): WantedEntry {
  const assortmentId = assortmentOf(entry, assortments)?.id
  return { key: entry.id, row: { ...entry, assortmentId } }
}

export function callableRegionRow(entry: CallableRegionEntry): WantedEntry {
  const { id, name, nameEn, namePl: pl, nameBe: be, price, isActive } = entry
  const { amount, currency } = fromWire(price)
  const otherNames = { ...(pl && { pl }), ...(be && { be }) }
  return {
    key: id,
    row: { id, name, nameEn, otherNames, priceAmount: amount, priceCurrency: currency, isActive },
  }
}

export function categoryRow({ hidden, ...entry }: CategoryEntry): WantedEntry {
  return { key: entry.id, row: { ...entry, isHidden: hidden } }
}

export function materialRow({
  id,
  name,
  nameRu,
  kind,
  additive,
  optional,
  charge,
  blood,
  ...entry
}: MaterialEntry): WantedEntry {
  const prices = minorUnits(entry.prices)
  return {
    key: id,
    row: {
      id,
      name,
      nameRu,
      kind,
      additive: additive ?? null,
      blood: blood ? tubeRow(blood) : null,
      prices,
      isOptional: optional,
      charge,
    },
  }
}

function tubeRow({ millilitres, tubes, sharedBy, source }: NonNullable<MaterialEntry['blood']>) {
  return { millilitres: millilitres ?? null, tubes: tubes ?? 1, sharedBy: sharedBy ?? null, source }
}

/** Prices have their own table, with their own times. */
export function analysisRow(entry: AnalysisEntry): WantedEntry {
  const { restrictions: _inRules, prices, samplingServiceId, extraSamplingServiceIds, ...rest } = entry
  const { categories, preparation, homeCallPossible, resultDefinition, ...texts } = rest
  const { synonymsPl, synonymsBe, retest = null, lasts = null, asks = [], sharesTube, ...row } = texts
  return {
    key: entry.code,
    row: {
      ...row,
      retest,
      lasts,
      asks,
      tubeGroup: sharesTube?.group ?? null,
      samplingServiceIds: [samplingServiceId, ...(extraSamplingServiceIds ?? [])],
      otherSynonyms: { pl: synonymsPl ?? [], be: synonymsBe ?? [] },
      categoryIds: categories,
      fastingHours: preparation.fastingHours,
      preparationNotes: preparation.notes,
      preparationNotesRu: preparation.notesRu,
      isHomeCallPossible: homeCallPossible,
      components: resultDefinition.components,
    },
    beside: prices,
  }
}

export interface WantedPrice {
  priceListId: number
  /** Minor units */
  amount: number
}

export function pricesOf({ prices }: AnalysisEntry): WantedPrice[] {
  const amounts = minorUnits(prices)
  return PRICE_LISTS.flatMap(({ id, currency }) => {
    const amount = amounts[currency]
    return amount === undefined ? [] : [{ priceListId: id, amount }]
  })
}

export function profileRow(entry: ProfileEntry, analysisIds: ReadonlyMap<string, number>): WantedEntry {
  const { code, name, nameEn, description, descriptionRu, labServices, categories } = entry
  const ids = labServices.map((part) => analysisIds.get(part))
  const row = { code, name, nameEn, description, descriptionRu, analysisIds: ids, categoryIds: categories }
  return { key: code, row }
}

export function ruleRow(rule: RuleEntry, analysisIds: ReadonlyMap<string, number>): WantedEntry {
  const row = {
    id: rule.id,
    type: rule.type,
    analysisId: analysisIds.get(rule.analysisCode),
    sex: 'sex' in rule ? rule.sex : null,
    minAgeYears: 'minAgeYears' in rule ? rule.minAgeYears : null,
    maxAgeYears: 'maxAgeYears' in rule ? rule.maxAgeYears : null,
    relatedAnalysisIds:
      'relatedCodes' in rule ? rule.relatedCodes.map((code) => analysisIds.get(code)) : null,
    message: rule.message,
    messageRu: rule.messageRu,
  }
  return { key: rule.id, row }
}

export function translationRow({ en, pl = '', be = '' }: TranslationEntry): WantedEntry {
  return { key: en, row: { en, pl, be } }
}

export function reasonRow({
  profiles,
  tests,
  neverFirst,
  sources: _forReviewers,
  ...row
}: ReasonEntry): WantedEntry {
  const codes = { profileCodes: profiles, analysisCodes: tests, neverFirstCodes: neverFirst }
  return { key: row.id, row: { ...row, ...codes } }
}

function minorUnits(prices: Partial<Record<Currency, number>>): Partial<Record<Currency, number>> {
  const given = CURRENCIES.flatMap((currency) => {
    const price = prices[currency]
    return price === undefined ? [] : [[currency, fromWire({ price, currency }).amount]]
  })
  return Object.fromEntries(given)
}
