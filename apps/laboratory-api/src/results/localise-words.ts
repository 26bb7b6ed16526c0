import type { Locale } from '@shop/contract/fields'
import { type Localised, textLanguage } from '../catalogue/localised.ts'

/** Answers in words, as the catalogue and laboratories write them, in Russian. What is not here is shown as it came. */
const RUSSIAN: Readonly<Record<string, string>> = {
  'not detected': 'не обнаружено',
  detected: 'обнаружено',
  negative: 'отрицательно',
  positive: 'положительно',
  'positive or negative': 'положительно или отрицательно',
  'no growth': 'роста нет',
  growth: 'есть рост',
  'usual flora': 'обычная флора',
  'no deletion': 'делеции нет',
  deletion: 'делеция',
  'two copies': 'две копии',
  'one copy': 'одна копия',
  'no pathogenic variant': 'патогенных вариантов нет',
  'variant of uncertain significance': 'вариант неясного значения',
  'no abnormal cells': 'атипичных клеток нет',
  'no specific pattern': 'специфического свечения нет',
  speckled: 'крапчатое',
  'low risk': 'низкий риск',
  'high risk': 'высокий риск',
  'low risk below 1:250': 'низкий риск: менее 1:250',
  'normal karyotype': 'нормальный кариотип',
  '46,xx or 46,xy': '46,XX или 46,XY',
  'interpreted by week of pregnancy': 'оценивается по неделе беременности',
  'detected means immunity': 'обнаружено — есть иммунитет',
  'no protective level is defined': 'защитный уровень не определён',
  'assessed as a share of total psa': 'оценивается как доля общего ПСА',
  'usual dose': 'обычная доза',
  'lower dose': 'доза меньше обычной',
  excluded: 'исключено',
  'not excluded': 'не исключено',
  'excluded or not excluded': 'исключено или не исключено',
  'list of allergens with levels': 'перечень аллергенов с уровнями',
  'no sensitisation found': 'сенсибилизация не выявлена',
  'composition described': 'состав описан',
  'at least 10^6': 'не менее 10^6',
  'straw yellow to yellow': 'от соломенно-жёлтого до жёлтого',
  'straw yellow': 'соломенно-жёлтый',
  yellow: 'жёлтый',
  'dark yellow': 'тёмно-жёлтый',
  clear: 'прозрачная',
  'slightly cloudy': 'слегка мутная',
  cloudy: 'мутная',
  normal: 'норма',
  increased: 'повышено',
  none: 'нет',
  few: 'мало',
  many: 'много',
  little: 'немного',
  much: 'много',
  'not detected or few': 'не обнаружено или мало',
  'none or few': 'нет или мало',
  'none or little': 'нет или немного',
  'single cells': 'единичные клетки',
  formed: 'оформленный',
  soft: 'мягкий',
  liquid: 'жидкий',
  brown: 'коричневый',
  'light brown': 'светло-коричневый',
  rods: 'палочки',
  mixed: 'смешанная',
  'fewer than 45 repeats': 'менее 45 повторов',
  'genotype 1a, 1b, 2, 3, 4, 5 or 6': 'генотип 1a, 1b, 2, 3, 4, 5 или 6',
  'c/c – low lactase; c/t or t/t – lactase kept': 'C/C — лактаза снижена; C/T или T/T — лактаза сохранена',
  'o(i), a(ii), b(iii) or ab(iv)': 'O(I), A(II), B(III) или AB(IV)',
  'confirmed by a repeated measurement.': 'Подтверждено повторным измерением.',
  'below 10^4 cfu/g': 'менее 10^4 КОЕ/г',
  'below 10^4 cfu/ml': 'менее 10^4 КОЕ/мл',
  'not detected or below 10^4 cfu/ml': 'не обнаружено или менее 10^4 КОЕ/мл',
}

/** Powers and unit names inside words, `10^4 CFU/mL`, `30 repeats`. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/\bCFU\/mL\b/g, 'КОЕ/мл'],
  [/\bCFU\/g\b/g, 'КОЕ/г'],
  [/^growth of /i, 'рост '],
  [/^genotype /i, 'генотип '],
]

/** What was said in words, in the reader's language as far as it is known. */
export function localiseWords(words: string, locale: Locale): string {
  const isRussian = textLanguage(locale) === 'ru'
  const known = isRussian ? RUSSIAN[words.trim().toLowerCase()] : undefined
  const text = known ?? words
  const inParts =
    isRussian && !known ? PARTS.reduce((said, [part, ru]) => said.replace(part, ru), text) : text
  return inParts.replace(/10\^(\d+)/g, (_, power: string) => `10${superscript(power)}`)
}

/** As the catalogue gives it; where its Russian text is missing it repeats the English one. */
export function localiseRange(range: Localised, locale: Locale): string {
  const text = range[textLanguage(locale)]
  return localiseWords(text, locale)
}

function superscript(digits: string): string {
  return [...digits].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')
}
