import { ageInMonths } from './age.ts'
import { inOrderOfDraw, type TubeAdditive } from './order-of-draw.ts'

/** What is known about a tube; each fact has its source in the catalogue. */
export interface BloodTube {
  /** Of one tube; null: unknown. */
  readonly millilitres: number | null
  /** More than one for a set that belongs together. */
  readonly tubes: number
  /** How many tests share it; `any`: all of one group do; null: unknown, so each test has its own. */
  readonly sharedBy: number | 'any' | null
}

export interface DrawnAnalysis {
  readonly id: number
  /** The tube, container or kit. */
  readonly materialId: number | null
  /** Only tests of one group share a tube: plasma is centrifuged, whole blood is not. */
  readonly tubeGroup?: string | undefined
  /**
   * How often blood is drawn for it: never, once, or for a load test again after an hour or two. Absent: as its
   * container implies.
   */
  readonly draws?: number | undefined
}

export interface DrawnMaterial {
  readonly id: number
  readonly kind: string
  readonly additive?: TubeAdditive | null | undefined
  readonly blood?: BloodTube | null | undefined
}

/** A kind of container, and how many of them are filled for one person. */
export interface FilledContainer {
  readonly materialId: number
  readonly count: number
  /** Blood in all of them; null: unknown, or it holds no blood. */
  readonly millilitres: number | null
  readonly analysisIds: readonly number[]
}

/** What is taken from one person at one visit. */
export interface BloodDraw {
  /** Everything that is filled: tubes in the order of draw, then the containers without blood. */
  readonly containers: readonly FilledContainer[]
  readonly tubes: number
  /** As far as it is known. */
  readonly millilitres: number
  readonly punctures: number
  /** Tests whose blood volume is unknown: the true sum is larger. */
  readonly unknownAnalysisIds: readonly number[]
}

/** Tests share tubes as far as their sources say so; otherwise each has a tube of its own. */
export function bloodDraw(
  analyses: readonly DrawnAnalysis[],
  materials: ReadonlyMap<number, DrawnMaterial>,
): BloodDraw {
  const byMaterial = Map.groupBy(analyses, ({ materialId }) => materialId)
  const filled = [...byMaterial].flatMap(([id, tests]) => {
    const material = id === null ? undefined : materials.get(id)
    return material ? [fill(material, tests)] : []
  })
  const containers = inOrderOfDraw(filled).map(({ additive: _, isTube: __, ...container }) => container)
  const tubes = filled.filter(({ isTube }) => isTube)
  const measured = new Set(
    tubes.flatMap(({ millilitres, analysisIds }) => (millilitres === null ? [] : analysisIds)),
  )
  const inTubes = new Set(tubes.flatMap(({ analysisIds }) => analysisIds))
  const drawn = analyses.filter(({ id, draws }) => (draws === undefined ? inTubes.has(id) : draws > 0))
  return {
    containers,
    tubes: total(tubes.map(({ count }) => count)),
    millilitres: total(tubes.map(({ millilitres }) => millilitres ?? 0)),
    punctures: drawn.length === 0 ? 0 : 1 + later(drawn),
    unknownAnalysisIds: drawn.filter(({ id }) => !measured.has(id)).map(({ id }) => id),
  }
}

function fill({ id, kind, additive, blood }: DrawnMaterial, tests: readonly DrawnAnalysis[]) {
  const isTube = kind === 'tube'
  const groups = isTube ? [...Map.groupBy(tests, ({ tubeGroup }) => tubeGroup).values()] : []
  const count = isTube ? total(groups.map((group) => tubesOf(group, blood))) : 1
  return {
    materialId: id,
    count,
    millilitres: blood?.millilitres == null ? null : round(blood.millilitres * count),
    analysisIds: tests.map((test) => test.id),
    additive: additive ?? null,
    isTube,
  }
}

/**
 * The first draw for all tests together, and each later draw separately. A tube about which nothing is known counts
 * once.
 */
function tubesOf(group: readonly DrawnAnalysis[], blood: BloodTube | null | undefined): number {
  if (!blood) return 1
  const sharedBy = blood.sharedBy ?? 1
  const atFirst = sharedBy === 'any' ? 1 : Math.ceil(group.length / sharedBy)
  return (atFirst + later(group)) * blood.tubes
}

function later(analyses: readonly DrawnAnalysis[]): number {
  return total(analyses.map(({ draws }) => Math.max(0, (draws ?? 1) - 1)))
}

/**
 * The most that is drawn from a child at once. The Phlebotomy Handbook (Garza and Becan-McBride, 8th edition) gives
 * it by weight until the age of 14; here it starts at the youngest age in months at which all but three in a
 * hundred children weigh that much, by the growth standards of the World Health Organization, which end at ten
 * years. The shop knows ages, not weights, and is cautious.
 */
const CHILDS_LIMITS = [
  { fromMonths: 96, millilitres: 20 },
  { fromMonths: 13, millilitres: 10 },
  { fromMonths: 3, millilitres: 3.5 },
  { fromMonths: 0, millilitres: 2.5 },
] as const
const LIMITED_UNTIL_MONTHS = 14 * 12
export const CHILDS_LIMIT_SOURCE = 'Garza, Becan-McBride, Phlebotomy Handbook; WHO Growth Standards'

/** In millilitres. Null from the age of 14: the source has no limit there. */
export function childsLimit(dateOfBirth: string, on: string): number | null {
  const months = ageInMonths(dateOfBirth, on)
  if (months >= LIMITED_UNTIL_MONTHS) return null
  return CHILDS_LIMITS.find(({ fromMonths }) => months >= fromMonths)?.millilitres ?? null
}

function total(numbers: readonly number[]): number {
  return round(numbers.reduce((sum, number) => sum + number, 0))
}

/** Tubes are known to a tenth of a millilitre; their sums must not read 7.699999. */
function round(number: number): number {
  return Math.round(number * 10) / 10
}
