// Letters that decomposition does not change: Greek prefixes of names are spelt out, Belarusian, Ukrainian
// and Polish letters become similar ones.
const LETTERS: Record<string, string> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ω: 'omega',
  і: 'и',
  ґ: 'г',
  є: 'е',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
}
// Scientific transliteration and Polish use a diacritic where others write h.
const WITH_H: Record<string, string> = { š: 'sh', č: 'ch', ž: 'zh', ż: 'zh' }
const REPLACED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** Lower case without accents: ё is е, й is и, ў is у, ó is o, ₁₂ is 12, β is beta. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[ščžż]/g, (letter) => WITH_H[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(REPLACED, (letter) => LETTERS[letter]!)
}

/** The words of a text, folded. An apostrophe inside a word does not split it: `al'fa`, `women's`. */
export function wordsOf(text: string): string[] {
  return (
    fold(text)
      .replace(/(?<=\p{L})['’ʼ`´](?=\p{L})/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
