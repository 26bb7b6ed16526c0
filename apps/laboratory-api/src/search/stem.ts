// Endings of Russian nouns and adjectives after folding (ё is е, й is и), the longest first.
const RUSSIAN =
  /(?:иями|ями|ами|иях|ях|ах|ыми|ими|ого|его|ому|ему|ыи|ии|ои|еи|ая|яя|ое|ее|ые|ие|ых|их|ым|им|ую|юю|ов|ев|еи|ом|ем|ам|ям|ия|ие|ию|ьев|ья|ье|ью|а|я|о|е|ы|и|у|ю|ь)$/
const ENGLISH = /(?:ies|es|s|y|e)$/
/** Of short words only the last letter may be an ending: `моча` and `мочи`, but not `мочев`. */
const SHORT_RUSSIAN = /[аяоеыиуюь]$/
const SHORTEST_STEM = { russian: 4, shortRussian: 3, english: 3 }

/** A folded word without its ending, so that `витамина` and `витамины` meet; coarse on purpose, since it only adds matches of a lower rank. */
export function stemOf(word: string): string {
  if (!/[а-я]$/.test(word)) return without(word, ENGLISH, SHORTEST_STEM.english) ?? word
  return (
    without(word, RUSSIAN, SHORTEST_STEM.russian) ??
    without(word, SHORT_RUSSIAN, SHORTEST_STEM.shortRussian) ??
    word
  )
}

function without(word: string, ending: RegExp, shortest: number): string | null {
  const stem = word.replace(ending, '')
  return stem.length < shortest ? null : stem
}
