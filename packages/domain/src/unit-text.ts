/** Units that stand for "no unit": a ratio, a titre, an index. */
const WITHOUT_UNIT = new Set(['1', '{ratio}', '{titer}', '{index}', '{spec_grav}', '{score}'])

/**
 * Counts in a field of view, at high and low power, as laboratories abbreviate them: there is no stroke, since it
 * is not a fraction.
 */
const FIELDS_OF_VIEW: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/[HPF]': { ru: 'в п/зр', be: 'у п/зр', pl: 'wpw' },
  '/[LPF]': { ru: 'в п/зр (малое ув.)', be: 'у п/зр (малое пав.)', pl: 'wpw (małe pow.)' },
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Parts of units as Russian and Belarusian laboratories write them; each is replaced as a whole. */
const CYRILLIC: readonly [string, string][] = [
  ['mmol', 'ммоль'],
  ['µmol', 'мкмоль'],
  ['nmol', 'нмоль'],
  ['pmol', 'пмоль'],
  ['copies', 'копий'],
  ['kIU', 'кМЕ'],
  ['mIU', 'мМЕ'],
  ['µIU', 'мкМЕ'],
  ['IU', 'МЕ'],
  ['U', 'Ед'],
  ['mL', 'мл'],
  ['dL', 'дл'],
  ['µL', 'мкл'],
  ['fL', 'фл'],
  ['L', 'л'],
  ['mg', 'мг'],
  ['µg', 'мкг'],
  ['ng', 'нг'],
  ['pg', 'пг'],
  ['g', 'г'],
  ['mm', 'мм'],
  ['min', 'мин'],
  ['h', 'ч'],
  ['s', 'с'],
  ['m²', 'м²'],
]
/** Words in units that differ from the Russian ones. */
const BELARUSIAN: readonly [string, string][] = [
  ['copies', 'копій'],
  ['min', 'мін'],
  ['h', 'гадз'],
]
/** Symbols of units are international in Polish; words are not. */
const POLISH: readonly [string, string][] = [['copies', 'kopii']]

const PARTS: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  ru: new Map(CYRILLIC),
  be: new Map([...CYRILLIC, ...BELARUSIAN]),
  pl: new Map(POLISH),
}

/**
 * A UCUM unit as people read it: `10*9/L` becomes × 10⁹/L, since a power of ten is a factor, `u[IU]/mL` µIU/mL,
 * `mmol/(24.h)` mmol/24 h, in Russian ммоль/24 ч. Empty if there is no unit. Unknown codes stay as they are.
 */
export function unitText(ucum: string | null | undefined, locale: string): string {
  if (!ucum || WITHOUT_UNIT.has(ucum)) return ''
  const field = FIELDS_OF_VIEW[ucum]?.[locale]
  if (field) return field
  const latin = ucum
    .replace(/^\{INR\}$/, 'INR')
    .replace('{copies}', 'copies')
    .replace('{1.73_m2}', locale === 'en' ? '1.73 m²' : '1,73 m²')
    .replace('mg{FEU}', 'mg FEU')
    .replace(/\{[^}]*\}/g, '')
    .replace(/10\*(\d+)/g, (_, power: string) => `10${superscript(power)}`)
    .replace(/\(24\.h\)/g, '24 h')
    .replace(/\[(arb|GPL|MPL)'U\]/g, (_, name: string) => (name === 'arb' ? 'U' : `${name} U`))
    .replace(/\[([^\]]+)\]/g, '$1')
    .replace(/(^|\/)u(?=mol|IU|g|L)/g, '$1µ')
  const parts = PARTS[locale]
  const text = parts ? latin.replace(/[a-zµ]+[²]?/giu, (part) => parts.get(part) ?? part) : latin
  return text.startsWith('10') ? `× ${text}` : text
}

function superscript(digits: string): string {
  return [...digits].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')
}
