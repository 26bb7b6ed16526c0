import type { CATALOGUE_PARTS } from '@shop/contract/editions'
import type { CatalogueEntries } from '../catalogue/import/read-catalogue-files.ts'
import { englishTexts, isNotation } from './english-texts.ts'

export interface MissingText {
  text: string
  part: (typeof CATALOGUE_PARTS)[number]
  key: string
  count: number
  missing: (typeof TRANSLATED)[number][]
}

/** What entries have no texts of their own for. */
const TRANSLATED = ['pl', 'be'] as const

/**
 * What the entries say and no translation has in one language or both: Polish readers see it in English, Belarusian ones in
 * Russian. The most frequent first.
 */
export function missingTexts(entries: CatalogueEntries): MissingText[] {
  const translations = new Map(entries.translations.map((one) => [one.en, one]))
  const missing = new Map<string, MissingText>()
  for (const { part, key, texts } of englishTexts(entries)) {
    for (const text of texts) {
      const languages = TRANSLATED.filter((locale) => !translations.get(text)?.[locale])
      if (languages.length === 0 || isNotation(text)) continue
      const known = missing.get(text)
      if (known) known.count += 1
      else missing.set(text, { text, part, key, count: 1, missing: languages })
    }
  }
  return [...missing.values()].sort((one, other) => other.count - one.count)
}
