import { pathOf } from '../platform/navigation/navigation.ts'

/** The patient's tests in short: "Ferritin, TSH +3". */
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

/** The report itself if the patient has only one; else the list of reports. */
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
  return analysisCount === 1 && first
    ? pathOf('testResultPatientAnalysisResult', { ...of, analysisResultId: first.id })
    : pathOf('testResultPatientAnalyzesList', of)
}
