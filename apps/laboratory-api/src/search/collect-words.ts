import { entriesInPieces } from '@shop/server/in-pieces'
import { type EntryField, FIELD_WEIGHTS, type SearchEntry } from './search-entry.ts'
import { joinedForms, shortWordsOf, splitForms, unaccentedForms, unhyphenatedForms } from './word-forms.ts'

/** Where a word occurs: places of entries in ascending order, each with the weight of its best field. */
export interface Occurrences {
  places: number[]
  weights: number[]
}

/** The words of all entries, before they are sorted. */
export interface CollectedWords {
  occurrences: Map<string, Occurrences>
  /** For words that stand for others: those others. */
  parts: Map<string, Set<string>>
  /** Codes, names, synonyms and components, word by word. */
  phrases: string[][]
  phraseWeights: number[]
  /** The phrases of entry e run from `phraseStarts[e]` to before `phraseStarts[e + 1]`. */
  phraseStarts: number[]
}

const ENTRIES_PER_PIECE = 100
/** A single letter is a part of very many words. */
const PARTS_AT_MOST = 50
const FIELDS = Object.keys(FIELD_WEIGHTS) as EntryField[]
const PHRASE_FIELDS: ReadonlySet<EntryField> = new Set(['code', 'loinc', 'names', 'synonyms', 'components'])

/** Reads the entries in small pieces, so that requests are served in between. */
export async function collectWords(entries: readonly SearchEntry[]): Promise<CollectedWords> {
  const collected: CollectedWords = {
    occurrences: new Map(),
    parts: new Map(),
    phrases: [],
    phraseWeights: [],
    phraseStarts: [0],
  }
  for await (const piece of entriesInPieces(entries, ENTRIES_PER_PIECE)) {
    for (const [place, entry] of piece) {
      for (const field of FIELDS) collectField(collected, entry, field, place)
      collected.phraseStarts.push(collected.phrases.length)
    }
  }
  return collected
}

function collectField(collected: CollectedWords, entry: SearchEntry, field: EntryField, place: number): void {
  const weight = FIELD_WEIGHTS[field]
  for (const text of [entry[field] ?? []].flat()) {
    const words = shortWordsOf(text)
    for (const word of words) noteWord(collected, word, place, weight)
    const forms = [
      ...joinedForms(words),
      ...unhyphenatedForms(text),
      ...unaccentedForms(text),
      ...words.flatMap(splitForms),
    ]
    for (const { word, parts } of forms) {
      noteWord(collected, word, place, weight)
      noteParts(collected, word, parts)
    }
    if (!PHRASE_FIELDS.has(field)) continue
    collected.phrases.push(words)
    collected.phraseWeights.push(weight)
  }
}

function noteWord({ occurrences }: CollectedWords, word: string, place: number, weight: number): void {
  const known = occurrences.get(word)
  if (!known) {
    occurrences.set(word, { places: [place], weights: [weight] })
    return
  }
  const last = known.places.length - 1
  if (known.places[last] !== place) {
    known.places.push(place)
    known.weights.push(weight)
  } else if (known.weights[last]! < weight) known.weights[last] = weight
}

function noteParts({ parts: partsOf }: CollectedWords, word: string, parts: readonly string[]): void {
  const known = partsOf.get(word)
  if (!known) partsOf.set(word, new Set(parts))
  else if (known.size < PARTS_AT_MOST) for (const part of parts) known.add(part)
}
