import { readFileSync } from 'node:fs'
import type { Assortment, CartAnalysis, Material } from '../cart.ts'
import type { OpeningHours } from '../laboratory-calendar.ts'
import { type Currency, fromWire } from '../money.ts'
import type { Preparation } from '../preparation.ts'
import type { ReferenceRange } from '../reference-range.ts'
import type { Rule } from '../rules.ts'

/** The demo catalogue's files in the domain's shapes, for tests. An analysis's code is its id here. */

interface CatalogueAnalysis {
  code: string
  name: string
  samplingServiceId: number
  extraSamplingServiceIds?: number[]
  materialId: number
  homeCallPossible: boolean
  prices: Record<Currency, number>
  preparation: Preparation & { notesRu: string[] }
  resultDefinition: { components: { name: string; valueType: string; referenceRanges: ReferenceRange[] }[] }
}

interface CatalogueMaterial extends Omit<Material, 'price' | 'isOptional'> {
  optional: boolean
  prices: Record<Currency, number>
}

interface CatalogueRule extends Omit<Rule, 'relatedAnalysisIds'> {
  analysisCode: string
  relatedCodes?: string[]
}

interface CatalogueLaboratory {
  id: number
  latitude: number
  longitude: number
  isCallable: boolean
  openingHours: OpeningHours
}

export function readCatalogue() {
  return {
    analyses: read<CatalogueAnalysis[]>('analyses'),
    materials: read<CatalogueMaterial[]>('materials'),
    rules: read<CatalogueRule[]>('rules'),
    laboratories: read<CatalogueLaboratory[]>('laboratories'),
    profiles: read<{ code: string; name: string; labServices: string[] }[]>('profiles'),
    categories: read<{ id: number; hidden: boolean }[]>('categories'),
    translations: read<{ en: string; pl: string; be: string }[]>('translations'),
  }
}

export function realAssortment(currency: Currency, options: { onlyAtHome?: boolean } = {}): Assortment {
  const { analyses, materials, rules } = readCatalogue()
  const offered = analyses.filter(({ homeCallPossible }) => homeCallPossible || !options.onlyAtHome)
  const assorted = offered.map((analysis): CartAnalysis => {
    const { code, name, materialId, homeCallPossible } = analysis
    return {
      id: Number(code),
      code,
      name,
      materialId,
      homeCallPossible,
      price: fromWire({ price: analysis.prices[currency], currency }),
      samplingServiceIds: [analysis.samplingServiceId, ...(analysis.extraSamplingServiceIds ?? [])],
      rules: rules.filter(({ analysisCode }) => analysisCode === code).map(toRule),
    }
  })
  return {
    currency,
    analyses: new Map(assorted.map((analysis) => [analysis.id, analysis])),
    materials: new Map(
      materials.map(({ prices, optional, ...material }) => [
        material.id,
        { ...material, isOptional: optional, price: fromWire({ price: prices[currency], currency }) },
      ]),
    ),
  }
}

function toRule({ analysisCode: _, relatedCodes, ...rule }: CatalogueRule): Rule {
  return { ...rule, relatedAnalysisIds: relatedCodes?.map(Number) ?? [] }
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../../../catalogue/${name}.json`, import.meta.url), 'utf8'))
}
