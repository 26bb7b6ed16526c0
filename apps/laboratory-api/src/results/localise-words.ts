import type { Locale } from '@shop/domain/locale'
import { inLanguage, type Localised } from '../catalogue/localised.ts'

type Words = Readonly<Record<Exclude<Locale, 'en'>, string>>

const words = (ru: string, pl: string, be: string): Words => ({ ru, pl, be })

/** Answers in words, as the catalogue and laboratories write them. What is not here is shown as it came. */
const WORDS: Readonly<Record<string, Words>> = {
  'not detected': words('не обнаружено', 'nie wykryto', 'не выяўлена'),
  detected: words('обнаружено', 'wykryto', 'выяўлена'),
  negative: words('отрицательно', 'ujemny', 'адмоўна'),
  positive: words('положительно', 'dodatni', 'станоўча'),
  'positive or negative': words(
    'положительно или отрицательно',
    'dodatni lub ujemny',
    'станоўча або адмоўна',
  ),
  'no growth': words('роста нет', 'brak wzrostu', 'росту няма'),
  growth: words('есть рост', 'wzrost', 'ёсць рост'),
  'usual flora': words('обычная флора', 'flora fizjologiczna', 'звычайная флора'),
  'no deletion': words('делеции нет', 'brak delecji', 'дэлецыі няма'),
  deletion: words('делеция', 'delecja', 'дэлецыя'),
  'two copies': words('две копии', 'dwie kopie', 'дзве копіі'),
  'one copy': words('одна копия', 'jedna kopia', 'адна копія'),
  'no pathogenic variant': words(
    'патогенных вариантов нет',
    'nie stwierdzono wariantów patogennych',
    'патагенных варыянтаў няма',
  ),
  'variant of uncertain significance': words(
    'вариант неясного значения',
    'wariant o niejasnym znaczeniu',
    'варыянт няяснага значэння',
  ),
  'no abnormal cells': words(
    'атипичных клеток нет',
    'nie stwierdzono komórek atypowych',
    'атыповых клетак няма',
  ),
  'no specific pattern': words(
    'специфического свечения нет',
    'brak swoistego typu świecenia',
    'спецыфічнага свячэння няма',
  ),
  speckled: words('крапчатое', 'ziarnisty', 'крапчастае'),
  'low risk': words('низкий риск', 'niskie ryzyko', 'нізкая рызыка'),
  'high risk': words('высокий риск', 'wysokie ryzyko', 'высокая рызыка'),
  'low risk below 1:250': words(
    'низкий риск: менее 1:250',
    'niskie ryzyko: poniżej 1:250',
    'нізкая рызыка: менш за 1:250',
  ),
  'normal karyotype': words('нормальный кариотип', 'kariotyp prawidłowy', 'нармальны карыятып'),
  '46,xx or 46,xy': words('46,XX или 46,XY', '46,XX lub 46,XY', '46,XX або 46,XY'),
  'interpreted by week of pregnancy': words(
    'оценивается по неделе беременности',
    'ocena zależnie od tygodnia ciąży',
    'ацэньваецца паводле тыдня цяжарнасці',
  ),
  'detected means immunity': words(
    'обнаружено — есть иммунитет',
    'wykryto: odporność',
    'выяўлена — ёсць імунітэт',
  ),
  'no protective level is defined': words(
    'защитный уровень не определён',
    'nie określono poziomu ochronnego',
    'ахоўны ўзровень не вызначаны',
  ),
  'assessed as a share of total psa': words(
    'оценивается как доля общего ПСА',
    'ocena jako odsetek PSA całkowitego',
    'ацэньваецца як доля агульнага ПСА',
  ),
  'usual dose': words('обычная доза', 'dawka standardowa', 'звычайная доза'),
  'lower dose': words('доза меньше обычной', 'dawka mniejsza niż standardowa', 'доза меншая за звычайную'),
  excluded: words('исключено', 'wykluczono', 'выключана'),
  'not excluded': words('не исключено', 'nie wykluczono', 'не выключана'),
  'excluded or not excluded': words(
    'исключено или не исключено',
    'wykluczono lub nie wykluczono',
    'выключана або не выключана',
  ),
  'list of allergens with levels': words(
    'перечень аллергенов с уровнями',
    'lista alergenów z poziomami',
    'пералік алергенаў з узроўнямі',
  ),
  'no sensitisation found': words(
    'сенсибилизация не выявлена',
    'nie stwierdzono uczulenia',
    'сенсібілізацыя не выяўлена',
  ),
  'composition described': words('состав описан', 'skład opisano', 'склад апісаны'),
  'at least 10^6': words('не менее 10^6', 'co najmniej 10^6', 'не менш за 10^6'),
  'straw yellow to yellow': words(
    'от соломенно-жёлтого до жёлтого',
    'od słomkowożółtej do żółtej',
    'ад саламяна-жоўтага да жоўтага',
  ),
  'straw yellow': words('соломенно-жёлтый', 'słomkowożółta', 'саламяна-жоўты'),
  yellow: words('жёлтый', 'żółta', 'жоўты'),
  'dark yellow': words('тёмно-жёлтый', 'ciemnożółta', 'цёмна-жоўты'),
  clear: words('прозрачная', 'przejrzysta', 'празрыстая'),
  'slightly cloudy': words('слегка мутная', 'lekko mętna', 'крыху мутная'),
  cloudy: words('мутная', 'mętna', 'мутная'),
  normal: words('в норме', 'w normie', 'у норме'),
  increased: words('повышено', 'podwyższony', 'павышана'),
  none: words('нет', 'brak', 'няма'),
  few: words('мало', 'nieliczne', 'мала'),
  many: words('много', 'liczne', 'шмат'),
  little: words('немного', 'mało', 'крыху'),
  much: words('много', 'dużo', 'шмат'),
  'not detected or few': words('не обнаружено или мало', 'nie wykryto lub nieliczne', 'не выяўлена або мала'),
  'none or few': words('нет или мало', 'brak lub nieliczne', 'няма або мала'),
  'none or little': words('нет или немного', 'brak lub mało', 'няма або крыху'),
  'single cells': words('единичные клетки', 'pojedyncze komórki', 'адзінкавыя клеткі'),
  formed: words('оформленный', 'uformowany', 'аформлены'),
  soft: words('мягкий', 'miękki', 'мяккі'),
  liquid: words('жидкий', 'płynny', 'вадкі'),
  brown: words('коричневый', 'brązowy', 'карычневы'),
  'light brown': words('светло-коричневый', 'jasnobrązowy', 'светла-карычневы'),
  rods: words('палочки', 'pałeczki', 'палачкі'),
  mixed: words('смешанная', 'mieszana', 'змешаная'),
  'fewer than 45 repeats': words('менее 45 повторов', 'mniej niż 45 powtórzeń', 'менш за 45 паўтораў'),
  'genotype 1a, 1b, 2, 3, 4, 5 or 6': words(
    'генотип 1a, 1b, 2, 3, 4, 5 или 6',
    'genotyp 1a, 1b, 2, 3, 4, 5 lub 6',
    'генатып 1a, 1b, 2, 3, 4, 5 або 6',
  ),
  'c/c – low lactase; c/t or t/t – lactase kept': words(
    'C/C — лактаза снижена; C/T или T/T — лактаза сохранена',
    'C/C: niska aktywność laktazy; C/T lub T/T: aktywność laktazy zachowana',
    'C/C — лактаза зніжана; C/T або T/T — лактаза захавана',
  ),
  'o(i), a(ii), b(iii) or ab(iv)': words(
    'O(I), A(II), B(III) или AB(IV)',
    '0, A, B lub AB',
    'O(I), A(II), B(III) або AB(IV)',
  ),
  'confirmed by a repeated measurement.': words(
    'Подтверждено повторным измерением.',
    'Potwierdzono powtórnym oznaczeniem.',
    'Пацверджана паўторным вымярэннем.',
  ),
  'repeated from the same sample; this value replaces the first one.': words(
    'Повторено на той же пробе; это значение заменяет первое.',
    'Powtórzono z tej samej próbki; ta wartość zastępuje pierwszą.',
    'Паўторана на той жа пробе; гэта значэнне замяняе першае.',
  ),
  'below 10^4 cfu/g': words('менее 10^4 КОЕ/г', 'poniżej 10^4 CFU/g', 'менш за 10^4 КУА/г'),
  'below 10^4 cfu/ml': words('менее 10^4 КОЕ/мл', 'poniżej 10^4 CFU/ml', 'менш за 10^4 КУА/мл'),
  'not detected or below 10^4 cfu/ml': words(
    'не обнаружено или менее 10^4 КОЕ/мл',
    'nie wykryto lub poniżej 10^4 CFU/ml',
    'не выяўлена або менш за 10^4 КУА/мл',
  ),
}

/** Powers and unit names inside words, `10^4 CFU/mL`, `30 repeats`. */
const PARTS: readonly (readonly [RegExp, Words])[] = [
  [/\bCFU\/mL\b/g, words('КОЕ/мл', 'CFU/ml', 'КУА/мл')],
  [/\bCFU\/g\b/g, words('КОЕ/г', 'CFU/g', 'КУА/г')],
  [/^growth of /i, words('рост ', 'wzrost ', 'рост ')],
  [/^genotype /i, words('генотип ', 'genotyp ', 'генатып ')],
]

/** What was said in words, in the reader's language as far as it is known. */
export function localiseWords(said: string, locale: Locale): string {
  return inReadersWords(said, locale).replace(/10\^(\d+)/g, (_, power: string) => `10${superscript(power)}`)
}

function inReadersWords(said: string, locale: Locale): string {
  if (locale === 'en') return said
  const known = WORDS[said.trim().toLowerCase()]
  if (known) return known[locale]
  return PARTS.reduce((text, [part, translated]) => text.replace(part, translated[locale]), said)
}

/** As the catalogue gives it; where it gives it in English only, in words that are known here. */
export function localiseRange(range: Localised, locale: Locale): string {
  return localiseWords(inLanguage(range, locale), locale)
}

function superscript(digits: string): string {
  return [...digits].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')
}
