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

/** The languages in which entries have no texts of their own. */
const TRANSLATED = ['pl', 'be'] as const

/**
 * The texts of the entries that lack a translation in one language or both: Polish readers see them in English,
 * Belarusian ones in Russian. Most frequent first.
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
