import type { Reason } from '@shop/contract/catalogue-codec'
import { type BundleFacts, bundleFacts, type ProfileView, profileViews } from './profile-view.server.ts'
import type { ShownCatalogue } from './shown-catalogue.server.ts'

/** The visitor's reason, as its card shows it. */
export interface ReasonView extends BundleFacts {
  name: string
  /** That this is not a diagnosis, and when to call a doctor. */
  note: string
  tests: { id: number; name: string }[]
  profile: ProfileView | null
}

/** The reason's card; null if the laboratory does not sell all of its tests. */
export function reasonView(
  { name, note, analysisIds }: Reason,
  [profileId]: readonly number[],
  shown: ShownCatalogue,
): ReasonView | null {
  const analyses = analysisIds.flatMap((id) => shown.catalogue.analysesById.get(id) ?? [])
  const facts = bundleFacts(analyses, shown)
  if (!facts) return null
  return {
    ...facts,
    name,
    note,
    tests: analyses.map((analysis) => ({ id: analysis.id, name: analysis.name })),
    profile: profileViews(shown).find(({ id }) => id === profileId) ?? null,
  }
}
