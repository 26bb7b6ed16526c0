import { stemmer as stemEnglish } from '@orama/stemmers/english'
import { stemmer as stemRussian } from '@orama/stemmers/russian'
import { fold, wordsOf } from './fold.ts'

// Snowball has no Belarusian stemmer. With its endings respelt as Russian ones, the Russian stemmer removes them.
const BELARUSIAN_ENDINGS: readonly [RegExp, string][] = [
  [/[іi]/g, 'и'],
  [/['’ʼ]/g, ''],
  [/аў$/, 'ов'],
  [/яў$/, 'ев'],
  [/ў/g, 'у'],
  [/амі$|ами$/, 'ами'],
]
// There is no maintained Polish stemmer. These are the endings of nouns, adjectives and verbs, longest first.
const POLISH =
  /(?:owaniem|owania|owanie|iach|iami|owych|owego|owej|ymi|imi|ach|ami|ych|ich|ego|emu|iej|iem|owi|owa|owe|owy|ów|om|em|ej|ym|im|am|ią|ię|ie|ia|ii|io|iu|ał|ąc|ć|ą|ę|a|e|i|o|u|y)$/
const SHORTEST_POLISH = 3
const SHORTEST_TWICE_STEMMED = 4
// Polish stems change their last letters before some endings: `noga` and `nodze`, `głowa` and `głów`.
const POLISH_LETTERS: readonly [RegExp, string][] = [
  [/dz$/, 'g'],
  [/ó/g, 'o'],
  [/[żź]/g, 'z'],
]

/** The keys under which a word is looked up, one for each language it may belong to. */
export function stemKeysOf(word: string): string[] {
  if (/[а-яёіў]/i.test(word)) return [`c:${cyrillicStem(word.toLowerCase())}`]
  return [stemKeyOf(word, 'en'), stemKeyOf(word, 'pl')]
}

/** The key of a word whose language is known. */
export function stemKeyOf(word: string, language: string): string {
  const lower = word.toLowerCase()
  if (/[а-яёіў]/.test(lower)) return `c:${cyrillicStem(lower)}`
  return language === 'pl' ? `p:${polishStem(lower)}` : `e:${fold(stemEnglish(fold(lower)))}`
}

/** The words of a text with their accents, which some endings depend on. */
export function everydayWordsOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .replace(/(?<=\p{L})['’ʼ`´](?=\p{L})/gu, '')
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter((word) => wordsOf(word).length > 0) ?? []
  )
}

function cyrillicStem(word: string): string {
  const russian = BELARUSIAN_ENDINGS.reduce((text, [ending, other]) => text.replace(ending, other), word)
  const once = stemRussian(russian.replaceAll('ё', 'е'))
  // Twice, because the stemmer removes one ending at a time: `спортсмену`, `спортсмен`. But `ранний` must not
  // become `рана`.
  const twice = stemRussian(once)
  return fold(twice.length < SHORTEST_TWICE_STEMMED ? once : twice)
}

function polishStem(word: string): string {
  const plain = POLISH_LETTERS.reduce(
    (text, [letter, other]) => text.replace(letter, other),
    withoutEnding(word),
  )
  return fold(plain)
}

function withoutEnding(word: string): string {
  const stem = word.replace(POLISH, '')
  return stem.length < SHORTEST_POLISH ? word : stem
}
