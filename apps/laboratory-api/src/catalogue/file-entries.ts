import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { POPULAR_CATEGORY_ID } from '@shop/domain/category'
import { z } from 'zod'
import { reasonPhrases } from '../search/find-reason.ts'
import type { EverydayCatalogue } from '../search/quality/measure-everyday.ts'
import { readCatalogueFiles } from './import/read-catalogue-files.ts'

/**
 * What counts as expensive, and which expensive profile may come first for which reason, by slug:
 * `catalogue/check.mjs` reads the same file.
 */
const dearFirstForm = z.object({
  dearAbove: z.object({ BYN: z.number() }),
  profiles: z.array(z.object({ profiles: z.record(z.string(), z.string()) })),
})
/**
 * Tumour markers, genetics and tests for specialists: they frighten, and mislead people who have no question for
 * them to answer.
 */
const FRIGHTENING = /^(?:21\d\d|60\d\d|P03[019]|2025|2026|3018|3055|2225|4026|6\d\d\d)$/

/**
 * The entries of a catalogue folder, without a database; ids are positions in the list.
 * @throws Error when the folder is not valid
 */
export async function readSearchEntries(folder: string): Promise<EverydayCatalogue> {
  const { entries, refusals } = await readCatalogueFiles(folder)
  if (refusals.length > 0) throw new Error(`${refusals.length} entries of the catalogue are not valid.`)
  const categories = new Map(entries.categories.map((category) => [category.id, category]))
  const ids = new Map(entries.analyses.map(({ code }, id) => [code, id]))
  const partsOf = new Map(entries.profiles.map(({ code, labServices }) => [code, labServices]))
  const translations = new Map(entries.translations.map(({ en, pl, be }) => [en, [pl, be]]))
  const everywhere = (en: string, ru: string) => [
    ...new Set([en, ru, ...(translations.get(en) ?? []).filter((text) => text !== undefined)]),
  ]
  const analyses = entries.analyses.map((analysis, id) => ({
    id,
    code: analysis.code,
    loinc: analysis.loinc,
    names: everywhere(analysis.name, analysis.nameRu),
    synonyms: [
      ...new Set([
        ...analysis.synonyms,
        ...analysis.synonymsRu,
        ...(analysis.synonymsPl ?? []),
        ...(analysis.synonymsBe ?? []),
      ]),
    ],
    components: analysis.resultDefinition.components.flatMap(({ name, nameRu }) => everywhere(name, nameRu)),
    componentLoincs: analysis.resultDefinition.components.flatMap(({ loinc }) => loinc ?? []),
    categories: analysis.categories.flatMap((categoryId) => {
      const category = categories.get(categoryId)
      return category && !category.hidden ? everywhere(category.name, category.nameRu) : []
    }),
    descriptions: everywhere(analysis.description, analysis.descriptionRu),
    isPopular: analysis.categories.includes(POPULAR_CATEGORY_ID),
  }))
  const dearFirst = dearFirstForm.parse(JSON.parse(await readFile(join(folder, 'dear-first.json'), 'utf8')))
  const dearProfileOf = new Map(dearFirst.profiles.flatMap(({ profiles }) => Object.entries(profiles)))
  const dear = [...entries.analyses, ...entries.profiles].filter(
    ({ prices }) => (prices?.BYN ?? 0) > dearFirst.dearAbove.BYN,
  )
  const codes = [...entries.analyses, ...entries.profiles].map(({ code }) => code)
  return {
    analyses,
    profiles: entries.profiles.map(({ code, name, nameEn }, id) => ({
      id,
      code,
      names: [name, ...everywhere(nameEn, nameEn)],
    })),
    reasons: entries.reasons.map(({ id, slug, names, words, profiles, tests, neverFirst }) => ({
      id,
      phrases: reasonPhrases(names, words),
      profileCodes: profiles,
      dearProfileCode: dearProfileOf.get(slug) ?? null,
      analysisIds: (tests.length > 0 ? tests : (partsOf.get(profiles[0]!) ?? [])).map(
        (code) => ids.get(code)!,
      ),
      neverFirstAnalysisIds: new Set(neverFirst.flatMap((code) => ids.get(code) ?? [])),
    })),
    harmful: new Set([...codes.filter((code) => FRIGHTENING.test(code)), ...dear.map(({ code }) => code)]),
  }
}
