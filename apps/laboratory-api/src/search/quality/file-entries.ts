import { readCatalogueFiles } from '../../catalogue/import/read-catalogue-files.ts'
import type { SearchEntry } from '../search-entry.ts'

const POPULAR_CATEGORY_ID = 23

/** The entries of a catalogue's folder, without a database; ids are places. @throws Error when the folder is not valid */
export async function readSearchEntries(folder: string): Promise<SearchEntry[]> {
  const { entries, refusals } = await readCatalogueFiles(folder)
  if (refusals.length > 0) throw new Error(`${refusals.length} entries of the catalogue are not valid.`)
  const categories = new Map(entries.categories.map((category) => [category.id, category]))
  return entries.analyses.map((analysis, id) => ({
    id,
    code: analysis.code,
    loinc: analysis.loinc,
    names: [analysis.name, analysis.nameRu],
    synonyms: [...analysis.synonyms, ...analysis.synonymsRu],
    components: analysis.resultDefinition.components.flatMap(({ name, nameRu }) => [name, nameRu]),
    componentLoincs: analysis.resultDefinition.components.flatMap(({ loinc }) => loinc ?? []),
    categories: analysis.categories.flatMap((categoryId) => {
      const category = categories.get(categoryId)
      return category && !category.hidden ? [category.name, category.nameRu] : []
    }),
    descriptions: [analysis.description, analysis.descriptionRu],
    isPopular: analysis.categories.includes(POPULAR_CATEGORY_ID),
  }))
}
