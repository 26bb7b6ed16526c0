import type {
  WireAnalysis,
  WireAnalysisDetail,
  WireProfile,
  WireReason,
  WireReasonAnswer,
} from './catalogue.ts'
import { renamed } from './renamed.ts'

type FromWire<Wire extends WireAnalysis> = Omit<Wire, 'execPeriod' | 'catalogHeaders'> & {
  /** Working days until the result. */
  turnaroundDays: number
  categories: Wire['catalogHeaders']
}
/** An analysis as the shop's code names its parts. */
export type Analysis = FromWire<WireAnalysis>
export type AnalysisDetail = FromWire<WireAnalysisDetail>
export type Profile = Omit<WireProfile, 'catalogHeaders' | 'labServices'> & {
  categories: WireProfile['catalogHeaders']
  analyses: Analysis[]
}

/** An analysis of a list, or one with its details. */
export function analysisFromWire<Wire extends WireAnalysis>({
  execPeriod,
  catalogHeaders,
  ...rest
}: Wire): FromWire<Wire> {
  return { ...rest, turnaroundDays: execPeriod, categories: catalogHeaders }
}

/** The order of the fields is that of the wire. */
export function analysisToWire({
  id,
  code,
  name,
  description,
  turnaroundDays,
  retest,
  prices,
  categories,
  ...rest
}: Analysis): WireAnalysis {
  return {
    id,
    code,
    name,
    description,
    execPeriod: turnaroundDays,
    ...(retest ? { retest } : {}),
    prices,
    catalogHeaders: categories,
    ...rest,
  }
}

export function profileFromWire({ catalogHeaders, labServices, ...rest }: WireProfile): Profile {
  return { ...rest, categories: catalogHeaders, analyses: labServices.map(analysisFromWire) }
}

/** From a profile whose analyses are encoded already. */
export function profileToWire(
  profile: Omit<Profile, 'analyses'> & { analyses: WireAnalysis[] },
): WireProfile {
  return renamed(renamed(profile, 'categories', 'catalogHeaders'), 'analyses', 'labServices')
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
