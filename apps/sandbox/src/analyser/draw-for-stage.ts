import type { AnalyserWork } from '../tables.ts'
import type { Assay } from './catalogue.ts'
import type { ReportStage } from './describe-observation.ts'
import { type DrawnValue, drawValues } from './draw-values.ts'

const MOST_REDRAWS = 20

/** From this many values on, a preliminary report has only the first half of them. */
const PARTIAL_FROM = 4

/** The values reported at this stage; a corrected value differs from the earlier one. */
export function drawForStage({
  work,
  stage,
  analysis,
  now,
}: {
  work: AnalyserWork
  stage: ReportStage
  analysis: Assay
  now: Date
}): DrawnValue[] {
  const person = { sex: work.request.sex, ageYears: completedYears(work.request.birthDate, now) }
  const values = drawValues(analysis, person, work.seed)
  if (stage === 'preliminary')
    return values.length < PARTIAL_FROM ? values : values.slice(0, Math.ceil(values.length / 2))
  if (stage === 'final') return values
  for (let attempt = 1; attempt <= MOST_REDRAWS; attempt++) {
    const corrected = drawValues(analysis, person, `${work.seed}/corrected/${attempt}`)
    if (corrected[0]!.value !== values[0]!.value) return corrected
  }
  return values
}

/** Only analyses with a single number: one value of a blood count cannot change alone. */
export function canBeCorrected({ resultDefinition }: Assay): boolean {
  const [component, ...others] = resultDefinition.components
  return others.length === 0 && component!.valueType === 'numeric'
}

/** `birthDate` is YYYY-MM-DD, or only a year or month, which counts from its first day. */
function completedYears(birthDate: string, now: Date): number {
  const birth = new Date(birthDate)
  const years = now.getUTCFullYear() - birth.getUTCFullYear()
  const isBefore =
    now.getUTCMonth() < birth.getUTCMonth() ||
    (now.getUTCMonth() === birth.getUTCMonth() && now.getUTCDate() < birth.getUTCDate())
  return isBefore ? years - 1 : years
}
