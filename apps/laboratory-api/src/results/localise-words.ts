import type { Locale } from '@shop/domain/locale'
import { sourceTexts } from '@shop/texts/compiled-messages'
import type { TextKey } from '@shop/texts/create-texts'
import { inLanguage, type Localised } from '../catalogue/localised.ts'
import { textsIn } from '../texts.ts'

type WordsKey = Extract<TextKey, `reported:words.${string}`>

/** Answers in words by their English, as the catalogue and laboratories write them. Any other is shown as received. */
const KEYS = new Map(
  Object.entries(sourceTexts('en'))
    .filter(([key]) => key.startsWith('reported:'))
    .map(([key, english]) => [english.toLowerCase(), key as WordsKey]),
)

/** A reported text, in the reader's language as far as it is known. */
export function localiseWords(said: string, locale: Locale): string {
  return inReadersWords(said, locale).replace(/10\^(\d+)/g, (_, power: string) => `10${superscript(power)}`)
}

function inReadersWords(said: string, locale: Locale): string {
  if (locale === 'en') return said
  const t = textsIn(locale)
  const known = KEYS.get(said.trim().toLowerCase())
  if (known) return t(known)
  return said
    .replace(/\bCFU\/mL\b/g, t('reported:cfuPerMillilitre'))
    .replace(/\bCFU\/g\b/g, t('reported:cfuPerGram'))
    .replace(/^growth of (.+)/i, (_, what) => t('reported:growthOf', { what }))
    .replace(/^genotype (.+)/i, (_, what) => t('reported:genotype', { what }))
}

/** As the catalogue gives it; if only in English, in words that are known here. */
export function localiseRange(range: Localised, locale: Locale): string {
  return localiseWords(inLanguage(range, locale), locale)
}

function superscript(digits: string): string {
  return [...digits].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')
}
