const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>'
const CYRILLIC = 'ёйцукенгшщзхъфывапролджэячсмитьбюЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ'

const pairs = [...CYRILLIC].map((letter, index) => [LATIN[index]!, letter] as const)
const toCyrillic = new Map(pairs)
const toLatin = new Map([
  ...pairs.map(([key, letter]) => [letter, key] as const),
  // The Belarusian layout differs in these keys.
  ...([
    ['і', 's'],
    ['ў', 'o'],
  ] as const),
])

/**
 * What would have been typed with the other keyboard layout: `ukbrjpf` is `глюкоза`, `еыр` is `tsh`. Null where
 * both scripts are mixed, or there is no letter.
 */
export function otherLayout(text: string): string | null {
  const isLatin = /[a-z]/i.test(text)
  const isCyrillic = /\p{Script=Cyrillic}/u.test(text)
  if (isLatin === isCyrillic) return null
  const map = isLatin ? toCyrillic : toLatin
  return [...text].map((character) => map.get(character) ?? character).join('')
}
