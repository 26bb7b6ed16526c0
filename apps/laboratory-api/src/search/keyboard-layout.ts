const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>'
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбюЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ'

const pairs = [...CYRILLIC].map((letter, index) => [LATIN[index]!, letter] as const)
const toCyrillic = new Map(pairs)
const toLatin = new Map([
  ...pairs.map(([key, letter]) => [letter, key] as const),
  // The Belarusian layout has these letters on these keys.
  ...([
    ['і', 's'],
    ['ў', 'o'],
  ] as const),
])

/** These keys are brackets and commas in Latin: `хухры` is not a Latin word typed in the wrong layout. */
const NO_LATIN_WORD = /[хъжб]\p{L}/iu

/**
 * The text that the same keys give in the other layout: `ukbrjpf` is `глюкоза`, `еыр` is `tsh`. Null if the
 * text mixes scripts, has no letters, or would give no word.
 */
export function otherLayout(text: string): string | null {
  const isLatin = /[a-z]/i.test(text)
  const isCyrillic = /\p{Script=Cyrillic}/u.test(text)
  if (isLatin === isCyrillic) return null
  if (isCyrillic && NO_LATIN_WORD.test(text)) return null
  const map = isLatin ? toCyrillic : toLatin
  return [...text].map((character) => map.get(character) ?? character).join('')
}
