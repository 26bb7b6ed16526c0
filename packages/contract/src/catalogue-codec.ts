import type { WireAnalysis, WireAnalysisDetail, WireProfile } from './catalogue.ts'

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
