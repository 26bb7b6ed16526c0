import type {
  WireAnalysis,
  WireAnalysisDetail,
  WireProfile,
  WireReason,
  WireReasonAnswer,
} from './catalogue.ts'
import { renamed } from './renamed.ts'

type FromWire<Wire> = Omit<Wire, 'execPeriod'> & {
  /** Working days until the result. */
  turnaroundDays: number
}
/** An analysis as the shop's code names its parts. */
export type Analysis = FromWire<WireAnalysis>
export type AnalysisDetail = FromWire<WireAnalysisDetail>
export type Profile = Omit<WireProfile, 'labServices'> & { analyses: Analysis[] }

/** An analysis of a list, or one with its details. */
export function analysisFromWire<Wire extends WireAnalysis>({ execPeriod, ...rest }: Wire): FromWire<Wire> {
  return { ...rest, turnaroundDays: execPeriod }
}

/** The order of the fields is that of the wire. */
export function analysisToWire({
  id,
  code,
  name,
  description,
  turnaroundDays,
  ...rest
}: Analysis): WireAnalysis {
  return { id, code, name, description, execPeriod: turnaroundDays, ...rest }
}

export function profileFromWire({ labServices, ...rest }: WireProfile): Profile {
  return { ...rest, analyses: labServices.map(analysisFromWire) }
}

/** From a profile whose analyses are encoded already. */
export function profileToWire(
  profile: Omit<WireProfile, 'labServices'> & { analyses: WireAnalysis[] },
): WireProfile {
  return renamed(profile, 'analyses', 'labServices')
}

/** A reason with the analyses that the laboratory offers for it. */
export type Reason = ReturnType<typeof reasonFromWire>
const reasonFromWire = (wire: WireReason) => renamed(wire, 'labServiceIds', 'analysisIds')

/** What answers a search: `analysisIds` are the analyses found, absent in answers of the previous release. */
export function reasonAnswerFromWire({ reason, ...found }: WireReasonAnswer) {
  return { reason: reason && reasonFromWire(reason), ...renamed(found, 'labServiceIds', 'analysisIds') }
}

export interface ReasonAnswer {
  reason: Reason | null
  profileIds: number[]
  analysisIds: number[]
}
export function reasonAnswerToWire({ reason, ...found }: ReasonAnswer): Required<WireReasonAnswer> {
  return {
    reason: reason && renamed(reason, 'analysisIds', 'labServiceIds'),
    ...renamed(found, 'analysisIds', 'labServiceIds'),
  }
}
