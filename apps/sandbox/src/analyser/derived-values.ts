import type { SexAndAge } from './catalogue.ts'

type Values = (name: string) => number
type Derivation = readonly [
  name: string,
  from: readonly string[],
  compute: (value: Values, person: SexAndAge) => number,
]

const MCV = 'Mean corpuscular volume'
const MCHC = 'Mean corpuscular haemoglobin concentration'
const MPV = 'Mean platelet volume'
const OTHER_WHITE_CELLS = ['Lymphocytes, %', 'Monocytes, %', 'Eosinophils, %', 'Basophils, %']
const GLOBULINS = [
  'Alpha-1 globulins',
  'Alpha-2 globulins',
  'Beta-1 globulins',
  'Beta-2 globulins',
  'Gamma globulins',
]
const LDL = 'LDL cholesterol, calculated'

/**
 * Values that an instrument computes from others, so that a blood count adds up and ratios are right: the
 * name, its sources and the formula. Later ones may use earlier ones.
 */
const DERIVATIONS: readonly Derivation[] = [
  ['Haematocrit', ['Red blood cells', MCV], (v) => (v('Red blood cells') * v(MCV)) / 10],
  ['Haemoglobin', ['Haematocrit', MCHC], (v) => (v('Haematocrit') * v(MCHC)) / 100],
  ['Mean corpuscular haemoglobin', [MCV, MCHC], (v) => (v(MCV) * v(MCHC)) / 1000],
  ['Plateletcrit', ['Platelets', MPV], (v) => (v('Platelets') * v(MPV)) / 10_000],
  ['Neutrophils, %', OTHER_WHITE_CELLS, (v) => 100 - sum(v, OTHER_WHITE_CELLS)],
  ...['Neutrophils', 'Lymphocytes', 'Monocytes', 'Eosinophils', 'Basophils'].map(absoluteCount),
  ['Reticulocytes, absolute', ['Reticulocytes, %'], (v) => v('Reticulocytes, %') * 46],
  ['Albumin fraction', GLOBULINS, (v) => 100 - sum(v, GLOBULINS)],
  [
    'Indirect bilirubin',
    ['Total bilirubin', 'Direct bilirubin'],
    (v) => v('Total bilirubin') - v('Direct bilirubin'),
  ],
  [
    'Total cholesterol',
    [LDL, 'HDL cholesterol', 'Triglycerides'],
    (v) => v(LDL) + v('HDL cholesterol') + v('Triglycerides') / 2.2,
  ],
  [
    'Atherogenic index',
    ['Total cholesterol', 'HDL cholesterol'],
    (v) => v('Total cholesterol') / v('HDL cholesterol') - 1,
  ],
  ['INR', ['Prothrombin time'], (v) => v('Prothrombin time') / 10.9],
  ['Prothrombin activity (Quick)', ['INR'], (v) => 100 / v('INR')],
  ['Insulin', ['HOMA-IR index', 'Glucose'], (v) => (v('HOMA-IR index') * 22.5) / v('Glucose')],
  ['PSA free', ['PSA total', 'Free/total PSA'], (v) => (v('PSA total') * v('Free/total PSA')) / 100],
  ['Ratio I/II', ['Pepsinogen I', 'Pepsinogen II'], (v) => v('Pepsinogen I') / v('Pepsinogen II')],
  ['Kappa/lambda ratio', ['Kappa free', 'Lambda free'], (v) => v('Kappa free') / v('Lambda free')],
  ['sFlt-1', ['sFlt-1/PlGF ratio', 'PlGF'], (v) => v('sFlt-1/PlGF ratio') * v('PlGF')],
  ['Ratio', ['Aldosterone', 'Renin, direct'], (v) => v('Aldosterone') / v('Renin, direct')],
  ['Total sperm number', ['Volume', 'Sperm concentration'], (v) => v('Volume') * v('Sperm concentration')],
  ['Estimated GFR (CKD-EPI)', ['Creatinine'], (v, person) => filtrationRate(v('Creatinine'), person)],
]

/**
 * Replaces the values that follow from others of the same analysis. `values` has numbers by component name;
 * `round` is applied to each result, so that the values shown are those used in further computations.
 */
export function deriveValues(
  values: Map<string, number>,
  person: SexAndAge,
  round: (name: string, value: number) => number,
): void {
  for (const [name, from, compute] of DERIVATIONS) {
    if (!values.has(name) || !from.every((source) => values.has(source))) continue
    values.set(
      name,
      round(
        name,
        compute((source) => values.get(source)!, person),
      ),
    )
  }
}

function absoluteCount(cells: string): Derivation {
  const share = `${cells}, %`
  const all = 'White blood cells'
  return [`${cells}, absolute`, [all, share], (v) => (v(all) * v(share)) / 100]
}

function sum(value: Values, names: readonly string[]): number {
  return names.reduce((total, name) => total + value(name), 0)
}

/** CKD-EPI 2021 in mL/min/1.73 m², for adults; creatinine in µmol/L. */
function filtrationRate(creatinine: number, { sex, ageYears }: SexAndAge): number {
  const [kappa, alpha, factor] = sex === 'FEMALE' ? [0.7, -0.241, 1.012] : [0.9, -0.302, 1]
  const ratio = creatinine / 88.42 / kappa
  return 142 * Math.min(ratio, 1) ** alpha * Math.max(ratio, 1) ** -1.2 * 0.9938 ** ageYears * factor
}
