import { pick, type Random } from './random.ts'

interface Answers {
  usual: readonly [string, ...string[]]
  unusual?: readonly [string, ...string[]]
}

const UNUSUAL_SHARE = 0.06

/**
 * The instrument's values where the catalogue's range is words. Without `unusual` every value is equally good
 * and gets no flag: a blood group is neither normal nor abnormal.
 */
const ANSWERS: Record<string, Answers> = {
  'O(I), A(II), B(III) or AB(IV)': { usual: ['O(I)', 'A(II)', 'B(III)', 'AB(IV)'] },
  'positive or negative': { usual: ['positive', 'positive', 'positive', 'negative'] },
  negative: { usual: ['negative'], unusual: ['positive'] },
  'not detected': { usual: ['not detected'], unusual: ['detected'] },
  'not detected or few': { usual: ['not detected', 'few'], unusual: ['many'] },
  'no abnormal cells': { usual: ['no abnormal cells'], unusual: ['reactive lymphocytes, 4 %'] },
  'low risk below 1:250': { usual: ['1:8400', '1:5200', '1:2100'], unusual: ['1:180'] },
  'no specific pattern': { usual: ['no specific pattern'], unusual: ['speckled'] },
  'genotype 1a, 1b, 2, 3, 4, 5 or 6': { usual: ['genotype 1b', 'genotype 3'] },
  'detected means immunity': { usual: ['detected', 'detected', 'not detected'] },
  'list of allergens with levels': { usual: ['no sensitisation found', 'birch pollen: 2.4 kU/L (class 2)'] },
  'G/G': { usual: ['G/G'], unusual: ['G/A'] },
  'C/C': { usual: ['C/C'], unusual: ['C/T'] },
  'T/T': { usual: ['T/T'], unusual: ['T/C'] },
  '5G/5G': { usual: ['5G/5G'], unusual: ['5G/4G'] },
  'A/A': { usual: ['A/A'], unusual: ['A/G'] },
  'no pathogenic variant': {
    usual: ['no pathogenic variant'],
    unusual: ['variant of uncertain significance'],
  },
  'C/C – low lactase; C/T or T/T – lactase kept': { usual: ['C/T', 'T/T', 'C/C'] },
  '(TA)6/(TA)6': { usual: ['(TA)6/(TA)6'], unusual: ['(TA)6/(TA)7'] },
  'low risk': { usual: ['low risk'], unusual: ['high risk'] },
  '46,XX or 46,XY': { usual: ['normal karyotype'] },
  'no deletion': { usual: ['no deletion'], unusual: ['deletion'] },
  'two copies': { usual: ['two copies'], unusual: ['one copy'] },
  'fewer than 45 repeats': { usual: ['29 and 30 repeats', '30 repeats'], unusual: ['30 and 48 repeats'] },
  'e3/e3': { usual: ['e3/e3'], unusual: ['e3/e4'] },
  'usual dose': { usual: ['usual dose'], unusual: ['lower dose'] },
  'excluded or not excluded': { usual: ['not excluded'] },
  'straw yellow to yellow': { usual: ['straw yellow', 'yellow'], unusual: ['dark yellow'] },
  clear: { usual: ['clear'], unusual: ['slightly cloudy'] },
  normal: { usual: ['normal'], unusual: ['increased'] },
  'none or little': { usual: ['none', 'little'], unusual: ['much'] },
  'composition described': { usual: ['calcium oxalate monohydrate 70 %, calcium phosphate 30 %'] },
  formed: { usual: ['formed'], unusual: ['soft'] },
  brown: { usual: ['brown'], unusual: ['light brown'] },
  'none or few': { usual: ['none', 'few'], unusual: ['many'] },
  'single cells': { usual: ['single cells'], unusual: ['5–8 in the field of view'] },
  '10^8–10^10 CFU/g': { usual: ['10^9 CFU/g'], unusual: ['10^7 CFU/g'] },
  '10^6–10^8 CFU/g': { usual: ['10^7 CFU/g'], unusual: ['10^5 CFU/g'] },
  '10^7–10^8 CFU/g': { usual: ['10^7 CFU/g', '10^8 CFU/g'], unusual: ['10^5 CFU/g'] },
  'below 10^4 CFU/g': { usual: ['below 10^4 CFU/g'], unusual: ['10^5 CFU/g'] },
  'no growth': { usual: ['no growth'], unusual: ['growth of Escherichia coli, 10^5 CFU/mL'] },
  'usual flora': { usual: ['usual flora'], unusual: ['growth of Staphylococcus aureus, 10^5 CFU/mL'] },
  rods: { usual: ['rods'], unusual: ['mixed'] },
  'not detected or below 10^4 CFU/mL': {
    usual: ['not detected', 'below 10^4 CFU/mL'],
    unusual: ['10^5 CFU/mL'],
  },
  NILM: { usual: ['NILM'], unusual: ['ASC-US'] },
}

export interface CodedValue {
  text: string
  flag: 'N' | 'A' | undefined
}

/** Undefined for a range in words for which the instrument has no values. */
export function drawCodedValue(random: Random, rangeText: string): CodedValue | undefined {
  const answers = ANSWERS[rangeText]
  if (!answers) return undefined
  const { usual, unusual } = answers
  if (!unusual) return { text: pick(random, usual), flag: undefined }
  return random() < UNUSUAL_SHARE
    ? { text: pick(random, unusual), flag: 'A' }
    : { text: pick(random, usual), flag: 'N' }
}
