import type { CATALOGUE_PARTS } from '@shop/contract/editions'
import type { CatalogueEntries } from '../catalogue/import/read-catalogue-files.ts'

interface EnglishTexts {
  part: (typeof CATALOGUE_PARTS)[number]
  key: string
  /** Without duplicates. */
  texts: ReadonlySet<string>
}

/** Notation is the same in every language: `IgG`, `CA 19-9`. */
export const isNotation = (text: string) =>
  /^[A-Za-z0-9 ()/+.*>:–-]*$/.test(text) && (/\d/.test(text) || !/[a-z]{3}/.test(text))

/** The English texts of each entry, by which translations are found. */
export function englishTexts(entries: CatalogueEntries): EnglishTexts[] {
  const said = (part: EnglishTexts['part'], key: string | number, texts: readonly string[]) => ({
    part,
    key: String(key),
    texts: new Set(texts),
  })
  return [
    ...entries.analyses.map(({ code, name, description, specimen, preparation, resultDefinition }) => {
      const components = resultDefinition.components.flatMap((component) => [
        component.name,
        ...component.referenceRanges.flatMap(({ text }) => text ?? []),
      ])
      return said('analyses', code, [name, description, specimen, ...preparation.notes, ...components])
    }),
    ...entries.profiles.map(({ code, nameEn, description }) => said('profiles', code, [nameEn, description])),
    ...entries.categories.map(({ id, name }) => said('categories', id, [name])),
    ...entries.materials.map(({ id, name }) => said('materials', id, [name])),
    ...entries.rules.map(({ id, message }) => said('rules', id, [message])),
  ]
}
