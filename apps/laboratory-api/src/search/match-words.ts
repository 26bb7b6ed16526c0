import type { Vocabulary } from './build-vocabulary.ts'
import { listAt, wordsWith } from './lists.ts'
import { stemsOf } from './stem.ts'
import { STOP_WORDS } from './stop-words.ts'
import { blurredSoundOf, lookOf, soundOf } from './transliterate.ts'

/** Words of the index that a word of the query may mean, each with how sure that is (0 to 1). */
export type Meanings = Map<number, number>

// How sure a match is, by its kind. A whole word in another spelling is surer than the beginning of a longer one.
const SURE = {
  same: 1,
  sameLook: 0.97,
  sameStem: 0.9,
  sameSound: 0.88,
  sameBlurredSound: 0.65,
  beginning: { least: 0.3, most: 0.85 },
  beginningOfSound: { least: 0.25, most: 0.74 },
  // A beginning by sound in the other script, if a word of the same script begins as typed: `antith` begins
  // antithrombin, and `антитела` only by its sound.
  beginningOfSoundBeside: { least: 0.1, most: 0.3 },
  shortened: 0.4,
  oneMistake: 0.7,
  twoMistakes: 0.5,
  oneMistakeInSound: 0.6,
  twoMistakesInSound: 0.45,
  oneMistakeInBeginning: 0.45,
  twoMistakesInBeginning: 0.35,
  twoMistakesInShort: 0.35,
} as const

/** In a large catalogue one or two letters begin thousands of words; none of them is meant yet. */
const BEGINNINGS_AT_MOST = 1_000
/** Two letters of another script are the beginning of almost anything. */
const SHORTEST_SOUND_BEGINNING = 3
/** A sound does not show double letters, but `ferr` does not begin `ferment`. */
const DOUBLED = /(\D)\1/
const ENDS_DOUBLED = /(\D)\1$/
/** `zzzz` is not a misspelt C4. */
const SHORTEST_BLURRED_SOUND = 3
/** The share of a word that must remain when its ending differs: `биохимический`, `биохимия`. */
const SHORTENED_BY = 0.5
const SHORTEST_BEGINNING = 5
const LONG_BEGINNING = 8
const SHORTEST_TWICE_MISSPELT = 6
const SHORTEST_SIMILAR_SOUND = 5
/** Three-letter abbreviations differ by one letter, so for them only swapped letters count as a mistake. */
const SHORTEST_TO_CHANGE = 4

/** Whole words and beginnings: cheap, always tried. */
export function exactMeanings(vocabulary: Vocabulary, word: string, mayBegin: boolean): Meanings {
  const meanings: Meanings = new Map()
  const { words, wordsBySound, wordsByLook, wordsByStem } = vocabulary
  const { keys: sounds, numbers } = wordsBySound
  const whole = words.find(word)
  if (whole !== undefined) mean(meanings, whole, SURE.same)
  const look = lookOf(word)
  if (look) for (const number of wordsWith(look, wordsByLook)) mean(meanings, number, SURE.sameLook)
  for (const stem of stemsOf(word)) {
    // A word that is neither inflected nor in the index is only a beginning: `мочев` of `мочевая` and of `мочевина`.
    if (stem === word && whole === undefined && mayBegin) continue
    for (const number of wordsWith(stem, wordsByStem)) mean(meanings, number, SURE.sameStem)
  }
  const sound = soundOf(word)
  // Signs have no sound: `ъыъ` is not `и`.
  const sameSound = sound.length < Math.min(word.length, 2) ? undefined : sounds.find(sound)
  if (sameSound !== undefined) {
    for (const number of listAt(numbers, sameSound)) {
      // `анд` is the beginning of a name, not `and`.
      if (!STOP_WORDS.has(words.words[number]!)) mean(meanings, number, SURE.sameSound)
    }
  }
  if (!mayBegin) return meanings
  const [first, end] = words.beginningWith(word)
  for (let number = first; number < Math.min(end, first + BEGINNINGS_AT_MOST); number++) {
    mean(meanings, number, inRange(SURE.beginning, word.length / words.words[number]!.length))
  }
  if (sound.length >= SHORTEST_SOUND_BEGINNING) {
    const endsTwice = ENDS_DOUBLED.test(word)
    const isBegun = first < end
    const inCyrillic = isCyrillic(word)
    const [firstSound, endSound] = sounds.beginningWith(sound)
    for (let place = firstSound; place < Math.min(endSound, firstSound + BEGINNINGS_AT_MOST); place++) {
      const share = sound.length / sounds.words[place]!.length
      for (let at = numbers.starts[place]!; at < numbers.starts[place + 1]!; at++) {
        const number = numbers.values[at]!
        const other = words.words[number]!
        const isBeside = isBegun && isCyrillic(other) !== inCyrillic
        const sure = inRange(isBeside ? SURE.beginningOfSoundBeside : SURE.beginningOfSound, share)
        if (!endsTwice || DOUBLED.test(other)) mean(meanings, number, sure)
      }
    }
  }
  return meanings
}

/**
 * Misspellings and other endings: tried when the cheap ways find too little, and the bolder ones only when
 * the others find nothing.
 */
export function similarMeanings(vocabulary: Vocabulary, word: string): Meanings {
  const meanings: Meanings = new Map()
  meanMisspelt(vocabulary, word, meanings)
  if (word.length >= SHORTEST_TO_CHANGE) meanSimilarSounds(vocabulary, word, meanings)
  if (meanings.size === 0 && word.length >= SHORTEST_BEGINNING)
    meanMisspeltBeginning(vocabulary, word, meanings)
  meanShortened(vocabulary, word, meanings)
  if (meanings.size === 0 && word.length >= SHORTEST_TWICE_MISSPELT)
    meanTwiceMisspelt(vocabulary, word, meanings)
  return meanings
}

function meanMisspelt({ words, similarWords }: Vocabulary, word: string, meanings: Meanings): void {
  const maxDistance = mistakesForgiven(word)
  if (maxDistance === 0) return
  similarWords.find(word, { maxDistance, asBeginning: false }, (number, distance) => {
    if (word.length < SHORTEST_TO_CHANGE && !hasSameLetters(word, words.words[number]!)) return
    mean(meanings, number, distance <= 1 ? SURE.oneMistake : SURE.twoMistakes)
  })
}

function meanSimilarSounds(vocabulary: Vocabulary, word: string, meanings: Meanings): void {
  const { similarSounds, wordsBySound, wordsByBlurredSound } = vocabulary
  const blurred = blurredSoundOf(word)
  if (blurred.length >= SHORTEST_BLURRED_SOUND) {
    for (const number of wordsWith(blurred, wordsByBlurredSound)) {
      mean(meanings, number, SURE.sameBlurredSound)
    }
  }
  const sound = soundOf(word)
  const maxDistance = mistakesForgiven(sound)
  // `пицца` has a sound of only four letters and must not match `птица`.
  if (maxDistance === 0 || sound.length < SHORTEST_SIMILAR_SOUND) return
  similarSounds.find(sound, { maxDistance, asBeginning: false }, (place, distance) => {
    const sure = distance <= 1 ? SURE.oneMistakeInSound : SURE.twoMistakesInSound
    for (const number of listAt(wordsBySound.numbers, place)) mean(meanings, number, sure)
  })
}

function meanMisspeltBeginning({ similarWords }: Vocabulary, word: string, meanings: Meanings): void {
  const maxDistance = word.length < LONG_BEGINNING ? 1 : 2
  similarWords.find(word, { maxDistance, asBeginning: true }, (number, distance) => {
    mean(meanings, number, distance <= 1 ? SURE.oneMistakeInBeginning : SURE.twoMistakesInBeginning)
  })
}

/** `инсслн`: two mistakes in a short word whose first letter is right. */
function meanTwiceMisspelt({ words, similarWords }: Vocabulary, word: string, meanings: Meanings): void {
  if (/\d/.test(word)) return
  similarWords.find(word, { maxDistance: 2, asBeginning: false }, (number) => {
    const other = words.words[number]!
    if (other.length >= SHORTEST_TWICE_MISSPELT && other[0] === word[0])
      mean(meanings, number, SURE.twoMistakesInShort)
  })
}

/** `щитовидка` begins as `щитовидная`: the words with the longest common beginning. */
function meanShortened({ words }: Vocabulary, word: string, meanings: Meanings): void {
  const shortest = Math.max(SHORTEST_BEGINNING, Math.ceil(word.length * SHORTENED_BY))
  for (let length = word.length - 1; length >= shortest; length--) {
    const [first, end] = words.beginningWith(word.slice(0, length))
    if (first === end) continue
    for (let number = first; number < Math.min(end, first + BEGINNINGS_AT_MOST); number++) {
      mean(meanings, number, SURE.shortened)
    }
    return
  }
}

/** Long words may have two mistakes; numbers none. */
function mistakesForgiven(word: string): number {
  if (word.length < 3 || /^\d+$/.test(word)) return 0
  return word.length < 7 ? 1 : 2
}

export function hasSameLetters(left: string, right: string): boolean {
  return [...left].sort().join() === [...right].sort().join()
}

const isCyrillic = (word: string) => /[а-яё]/.test(word)

function inRange({ least, most }: { least: number; most: number }, share: number): number {
  return least + (most - least) * Math.min(share, 1)
}

function mean(meanings: Meanings, number: number, sure: number): void {
  if ((meanings.get(number) ?? 0) < sure) meanings.set(number, sure)
}
