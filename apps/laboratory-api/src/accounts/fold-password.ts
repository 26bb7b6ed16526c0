/**
 * Characters that stand for letters, one for each so that positions stay the same, and letters that people
 * substitute for one another.
 */
const FOLDED: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '!': 'i',
  '|': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
  ł: 'i',
  і: 'и',
  ў: 'у',
  ё: 'е',
}

/**
 * One spelling for everything that reads alike: lower case, without accents, with letters instead of the
 * characters that stand for them.
 */
export function foldPassword(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  return Array.from(plain, (character) => FOLDED[character] ?? character).join('')
}
