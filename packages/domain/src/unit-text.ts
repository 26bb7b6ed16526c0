/** Units that stand for "no unit": a ratio, a titre, an index. */
const WITHOUT_UNIT = new Set(['1', '{ratio}', '{titer}', '{index}', '{spec_grav}', '{score}'])

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Parts of units as Russian and Belarusian laboratories write them; longer ones first, so that mmol is not read as m and mol. */
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
const CYRILLIC_LOCALES = new Set(['ru', 'be'])

/**
 * A UCUM unit as people read it: `10*9/L` gives × 10⁹/L, since a power of ten is a factor, `u[IU]/mL` µIU/mL, `mmol/(24.h)` mmol/24 h, in Russian
 * and Belarusian ммоль/24 ч. Empty for what has no unit. Unknown codes stay as they are.
 */
export function unitText(ucum: string | null | undefined, locale: string): string {
  if (!ucum || WITHOUT_UNIT.has(ucum)) return ''
  const latin = ucum
    .replace(/^\{INR\}$/, 'INR')
    .replace('{copies}', 'copies')
    .replace('{1.73_m2}', '1.73 m²')
    .replace('mg{FEU}', 'mg FEU')
    .replace(/\{[^}]*\}/g, '')
    .replace(/10\*(\d+)/g, (_, power: string) => `10${superscript(power)}`)
    .replace(/\(24\.h\)/g, '24 h')
    .replace(/\[(arb|GPL|MPL)'U\]/g, (_, name: string) => (name === 'arb' ? 'U' : `${name} U`))
    .replace(/\[([^\]]+)\]/g, '$1')
    .replace(/(^|\/)u(?=mol|IU|g|L)/g, '$1µ')
  const text = CYRILLIC_LOCALES.has(locale) ? cyrillic(latin) : latin
  return text.startsWith('10') ? `× ${text}` : text
}

function superscript(digits: string): string {
  return [...digits].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')
}

function cyrillic(latin: string): string {
  return latin.replace(/[a-zµ]+[²]?/giu, (part) => CYRILLIC.find(([name]) => name === part)?.[1] ?? part)
}
