import { wordsOf } from './fold.ts'
import { STOP_WORDS } from './stop-words.ts'

/** Longer words are cut: no name has one, and the cost of looking up similar words grows with length. */
const LONGEST_WORD = 40
/** Words that people write sometimes together and sometimes apart are short: `CA 125`, `D-dimer`, `Hb A1c`. */
const SHORT = 3
/** `C-peptide`, `D-dimer` */
const LONGEST_JOINED = 8

/** Another way to write a word of a text, alone or joined with its neighbours. */
export interface WordForm {
  word: string
  /** The words of the text that it stands for. */
  parts: readonly string[]
}

/** The words of a text, cut to a length that can be looked up. */
export function shortWordsOf(text: string): string[] {
  return wordsOf(text).map((word) => word.slice(0, LONGEST_WORD))
}

/** Neighbours written together: `ca 15 3` as `ca15`, `153` and `ca153`, `d dimer` as `ddimer`. */
export function joinedForms(words: readonly string[]): WordForm[] {
  const forms: WordForm[] = []
  for (let at = 0; at + 1 < words.length; at++) {
    const [first, second, third] = words.slice(at, at + 3) as [string, string, string | undefined]
    if (!mayBeJoined(first, second)) continue
    forms.push({ word: first + second, parts: [first, second] })
    if (third && second.length <= SHORT && third.length <= SHORT) {
      forms.push({ word: first + second + third, parts: [first, second, third] })
    }
  }
  return forms
}

/** Words joined by a hyphen or a bracket are also written together, however long: `альфа-фетопротеин`, `Lp(a)`. */
export function unhyphenatedForms(text: string): WordForm[] {
  const joined = text.match(/[\p{L}\p{N}]+(?:[-‐‑(][\p{L}\p{N}]+)+/gu) ?? []
  return joined.map((whole) => {
    const parts = shortWordsOf(whole)
    return { word: parts.join('').slice(0, LONGEST_WORD), parts }
  })
}

/** People leave out Polish accents: `ciezkie` for `ciężkie`. Folding alone would turn ż into zh. */
export function unaccentedForms(text: string): WordForm[] {
  if (!/ż/i.test(text)) return []
  const words = shortWordsOf(text)
  const plain = shortWordsOf(text.normalize('NFC').replace(/ż/gi, 'z'))
  return plain.flatMap((word, place) => (word === words[place] ? [] : [{ word, parts: [words[place]!] }]))
}

/**
 * Not `гепатит а`: a long word and a single letter are two words, and written together they would be an
 * inflected form.
 */
function mayBeJoined(first: string, second: string): boolean {
  if (/\d/.test(first + second)) return first.length <= SHORT || second.length <= SHORT
  if (STOP_WORDS.has(first) || STOP_WORDS.has(second)) return false
  return first.length <= SHORT && first.length + second.length <= LONGEST_JOINED
}

/** The letters and digits of a word apart: `b12` as `b` and `12`. */
export function splitForms(word: string): WordForm[] {
  const pieces = word.match(/\p{L}+|\p{N}+/gu) ?? []
  return pieces.length < 2 ? [] : pieces.map((piece) => ({ word: piece, parts: [word] }))
}
