// Endings of Russian nouns and adjectives after folding (ё is е, й is и), longest first.
const RUSSIAN =
  /(?:иями|ями|ами|иях|ях|ах|ыми|ими|ого|его|ому|ему|ыи|ии|ои|еи|ая|яя|ое|ее|ые|ие|ых|их|ым|им|ую|юю|ов|ев|еи|ом|ем|ам|ям|ия|ие|ию|ьев|ья|ье|ью|а|я|о|е|ы|и|у|ю|ь)$/
const ENGLISH = /(?:ies|es|s|y|e)$/
// Endings of Polish nouns and adjectives after folding, longest first.
const POLISH =
  /(?:owego|owych|owej|iach|iami|ego|emu|ymi|imi|ach|ami|ych|ich|iej|iem|owi|owa|owe|owy|ow|om|em|ej|ym|im|ia|ie|ii|io|iu|a|e|i|o|u|y)$/
/** In short words only the last letter may be an ending: `моча` and `мочи`, but not `мочев`. */
const SHORT_RUSSIAN = /[аяоеыиуюь]$/
const SHORTEST_STEM = { russian: 4, shortRussian: 3, english: 3, polish: 5 }

/**
 * A folded word without its ending, once for each language it may belong to, so that `витамина` and
 * `витамины`, `papużka` and `papużki` match. Coarse on purpose: it only adds matches of a lower rank.
 */
export function stemsOf(word: string): string[] {
  if (!/[а-я]$/.test(word)) {
    const polish = without(word, POLISH, SHORTEST_STEM.polish)
    const english = without(word, ENGLISH, SHORTEST_STEM.english) ?? word
    return polish === null || polish === english ? [english] : [english, polish]
  }
  return [
    without(word, RUSSIAN, SHORTEST_STEM.russian) ??
      without(word, SHORT_RUSSIAN, SHORTEST_STEM.shortRussian) ??
      word,
  ]
}

function without(word: string, ending: RegExp, shortest: number): string | null {
  const stem = word.replace(ending, '')
  return stem.length < shortest ? null : stem
}
