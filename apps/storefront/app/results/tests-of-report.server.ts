import { pathOf } from '../platform/navigation/navigation.ts'

/** What a person was tested for, in short: "Ferritin, TSH +3". */
export function testsOf({
  firstAnalyses,
  analysisCount,
}: {
  firstAnalyses: readonly { name: string }[]
  analysisCount: number
}): string {
  if (firstAnalyses.length === 0) return ''
  const names = firstAnalyses.map(({ name }) => name).join(', ')
  const more = analysisCount - firstAnalyses.length
  return more > 0 ? `${names} +${more}` : names
}

/** The report itself where a person has one; else the list of them. */
export function reportPath(
  testResultId: string,
  {
    id: patientId,
    analysisCount,
    firstAnalyses,
  }: { id: string; analysisCount: number; firstAnalyses: readonly { id: string }[] },
): string {
  const of = { testResultId, patientId }
  const [first] = firstAnalyses
  // The release before does not tell which one it is.
  return analysisCount === 1 && first
    ? pathOf('testResultPatientAnalysisResult', { ...of, analysisResultId: first.id })
    : pathOf('testResultPatientAnalyzesList', of)
}
