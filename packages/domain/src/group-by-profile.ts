/** A profile that lines came with. */
export interface NamedProfile {
  readonly name: string
  readonly analysisIds: readonly number[]
}

/**
 * Lines under the names of the profiles that they came with: first those without a profile (null), then profile by
 * profile, last what is not an analysis (null again). A line of two profiles is listed under the first.
 */
export function groupByProfile<Line>(
  lines: readonly Line[],
  profiles: readonly NamedProfile[],
  analysisIdOf: (line: Line) => number | null,
): { profile: string | null; lines: Line[] }[] {
  const groups = [null, ...profiles, null].map((profile) => ({
    profile: profile?.name ?? null,
    lines: [] as Line[],
  }))
  for (const line of lines) {
    const id = analysisIdOf(line)
    const index = id === null ? -1 : profiles.findIndex(({ analysisIds }) => analysisIds.includes(id))
    groups.at(id === null ? -1 : index + 1)!.lines.push(line)
  }
  return groups.filter((group) => group.lines.length > 0)
}
