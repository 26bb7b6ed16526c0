import type { CATALOGUE_PARTS } from '@shop/contract/editions'
import type { CatalogueEntries } from '../catalogue/import/read-catalogue-files.ts'

interface MissingText {
  text: string
  part: (typeof CATALOGUE_PARTS)[number]
  key: string
  count: number
}

/** Notation is the same in every language: `IgG`, `CA 19-9`. */
const isNotation = (text: string) =>
  /^[A-Za-z0-9 ()/+.*>:–-]*$/.test(text) && (/\d/.test(text) || !/[a-z]{3}/.test(text))

/**
 * What the entries say and no translation has: Polish readers see it in English, Belarusian ones in Russian.
 * The most frequent first.
 */
export function missingTexts(entries: CatalogueEntries): MissingText[] {
  const translated = new Set(entries.translations.map(({ en }) => en))
  const missing = new Map<string, MissingText>()
  const say = (part: MissingText['part'], key: string | number, texts: readonly string[]) => {
    for (const text of new Set(texts)) {
      if (translated.has(text) || isNotation(text)) continue
      const known = missing.get(text)
      if (known) known.count += 1
      else missing.set(text, { text, part, key: String(key), count: 1 })
    }
  }
  for (const { code, name, description, specimen, preparation, resultDefinition } of entries.analyses) {
    const components = resultDefinition.components.flatMap((component) => [
      component.name,
      ...component.referenceRanges.flatMap(({ text }) => text ?? []),
    ])
    say('analyses', code, [name, description, specimen, ...preparation.notes, ...components])
  }
  for (const { code, nameEn, description } of entries.profiles) say('profiles', code, [nameEn, description])
  for (const { id, name } of entries.categories) say('categories', id, [name])
  for (const { id, name } of entries.materials) say('materials', id, [name])
  for (const { id, message } of entries.rules) say('rules', id, [message])
  return [...missing.values()].sort((one, other) => other.count - one.count)
}
