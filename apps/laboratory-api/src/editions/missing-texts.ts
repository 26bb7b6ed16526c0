import type { CATALOGUE_PARTS } from '@shop/contract/editions'
import type { CatalogueEntries } from '../catalogue/import/read-catalogue-files.ts'
import { englishTexts, isNotation } from './english-texts.ts'

export interface MissingText {
  text: string
  part: (typeof CATALOGUE_PARTS)[number]
  key: string
  count: number
}

/**
 * What the entries say and no translation has: Polish readers see it in English, Belarusian ones in Russian.
 * The most frequent first.
 */
export function missingTexts(entries: CatalogueEntries): MissingText[] {
  const translated = new Set(entries.translations.map(({ en }) => en))
  const missing = new Map<string, MissingText>()
  for (const { part, key, texts } of englishTexts(entries)) {
    for (const text of texts) {
      if (translated.has(text) || isNotation(text)) continue
      const known = missing.get(text)
      if (known) known.count += 1
      else missing.set(text, { text, part, key, count: 1 })
    }
  }
  return [...missing.values()].sort((one, other) => other.count - one.count)
}
