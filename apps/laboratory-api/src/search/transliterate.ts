// One of the usual ways to write Russian in Latin letters; `soundOf` maps the others to it. Folding has
// already replaced ё by е and й by и.
const LATIN: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

/**
 * Spellings that different schemes use for the same sound: GOST, ISO 9, passports, the BGN table and spelling
 * by ear. The order matters. Capital letters stand for sounds spelt with two letters, so that no later rule
 * splits them.
 */
const SAME_SOUND: readonly [RegExp, string][] = [
  [/shch|schch|shh|sch|sh|sz/g, 'S'],
  [/tch|ch|cz/g, 'C'],
  [/zh/g, 'Z'],
  [/kh|^x/g, 'h'],
  [/ph/g, 'f'],
  [/x/g, 'ks'],
  [/ts|tz|c(?=[eiy])/g, 'T'],
  [/ck|c|q/g, 'k'],
  [/th/g, 't'],
  [/rh/g, 'r'],
  [/[ao]e/g, 'e'],
  [/our$/g, 'or'],
  [/w/g, 'v'],
  [/[yj]e/g, 'e'],
  [/[yj]/g, 'i'],
  // Double letters count as one, but not the digits of a code.
  [/(\D)\1/g, '$1'],
]

const CYRILLIC = /[а-я]/g

/**
 * The sound of a folded word in any script and scheme: `холестерин`, `kholesterin`, `holesterin` and
 * `xolesterin` share one key.
 */
export function soundOf(word: string): string {
  const latin = word.replace(CYRILLIC, (letter) => LATIN[letter] ?? letter)
  return SAME_SOUND.reduce((key, [spelling, sound]) => key.replace(spelling, sound), latin)
}

// Sounds that Russian speakers confuse: unstressed vowels, and voiced consonants before others.
const BLURRED: Record<string, string> = {
  o: 'a',
  e: 'i',
  b: 'p',
  v: 'f',
  g: 'k',
  d: 't',
  z: 's',
  Z: 'S',
  T: 's',
  c: 's',
}

/** A coarser key than `soundOf`: `халистирин` and `холестерин`, `хламидиос` and `хламидиоз` share one. */
export function blurredSoundOf(word: string): string {
  const blurred = soundOf(word).replace(/[oebvgdzZTc]/g, (sound) => BLURRED[sound]!)
  return blurred.replace(/(.)\1/g, '$1')
}

// Cyrillic letters that look like Latin ones: В12, СА 125 and Т4 are typed in either script.
const LOOK: Record<string, string> = {
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  н: 'h',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  т: 't',
  у: 'y',
  х: 'x',
}
const LONGEST_LOOKALIKE = 6
const NUMERALS: Record<string, string> = { '1': 'i', '2': 'ii', '3': 'iii', '4': 'iv' }

/**
 * The Latin word that a short folded word looks like; for 1 to 4, the Roman numeral. Null if a letter looks
 * like no Latin one.
 */
export function lookOf(word: string): string | null {
  if (NUMERALS[word]) return NUMERALS[word]
  if (word.length > LONGEST_LOOKALIKE) return null
  const look = word.replace(CYRILLIC, (letter) => LOOK[letter] ?? letter)
  return /[а-я]/.test(look) ? null : look
}
