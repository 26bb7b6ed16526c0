import type { Vocabulary } from './build-vocabulary.ts'
import type { Meanings } from './match-words.ts'
import type { QueryWord } from './read-query.ts'

// `QUERY_SHARE`: the phrase has the words of the query. `PHRASE_SHARE`: it has no others.
const QUERY_SHARE = 0.35
const PHRASE_SHARE = 0.65
/** The most words of one phrase; the import cuts a name at 300 characters. */
const LONGEST_PHRASE = 320

type PhraseScorer = (place: number) => number

/**
 * How exactly one of an entry's names, synonyms or components says what the query says: 0 to 1. Each search
 * calls it for some hundred entries, each with some dozen phrases, so it allocates no objects.
 */
export function createPhraseScorer(
  vocabulary: Vocabulary,
  query: readonly QueryWord[],
  rarities: Float32Array,
): PhraseScorer {
  const { phrases, phraseWeights, phraseStarts } = vocabulary
  const total = query.reduce((sum, { weight }) => sum + weight, 0) || 1
  const shares = query.map(({ weight }) => weight / total)
  const meaningsOf = query.map(({ meanings }) => withParts(vocabulary, meanings))
  const matched = new Float32Array(LONGEST_PHRASE)

  /** The surest match of one query word in the phrase; records in `matched` how sure each word of the phrase is. */
  function match(meanings: Meanings, start: number, end: number): number {
    let surest = 0
    for (let at = start; at < end; at++) {
      const sure = meanings.get(phrases.values[at]!) ?? 0
      if (sure > matched[at - start]!) matched[at - start] = sure
      if (sure > surest) surest = sure
    }
    return surest
  }

  function shareMatched(start: number, end: number): number {
    let [share, sum] = [0, 0]
    for (let at = start; at < end; at++) {
      const rarity = rarities[phrases.values[at]!]!
      sum += rarity
      share += rarity * matched[at - start]!
    }
    return share / sum
  }

  return (place) => {
    let best = 0
    for (let index = phraseStarts[place]!; index < phraseStarts[place + 1]!; index++) {
      const start = phrases.starts[index]!
      const end = Math.min(phrases.starts[index + 1]!, start + LONGEST_PHRASE)
      matched.fill(0, 0, end - start)
      let covered = 0
      for (let word = 0; word < shares.length; word++) {
        covered += match(meaningsOf[word]!, start, end) * shares[word]!
      }
      if (covered === 0) continue
      const fit = covered * (QUERY_SHARE + PHRASE_SHARE * shareMatched(start, end)) * phraseWeights[index]!
      if (fit > best) best = fit
    }
    return best
  }
}

/** The meanings, with the parts of joined or split words among them. */
function withParts({ partsOf: { values, starts } }: Vocabulary, meanings: Meanings): Meanings {
  const extended = new Map(meanings)
  for (const [number, sure] of meanings) {
    for (let at = starts[number]!; at < starts[number + 1]!; at++) {
      const part = values[at]!
      if ((extended.get(part) ?? 0) < sure) extended.set(part, sure)
    }
  }
  return extended
}
