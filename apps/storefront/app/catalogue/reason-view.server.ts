import type { WireReason } from '@shop/contract/catalogue'
import { type BundleFacts, bundleFacts, type ProfileView, profileViews } from './profile-view.server.ts'
import type { ShownCatalogue } from './shown-catalogue.server.ts'

/** What people are about, as its card shows it. */
export interface ReasonView extends BundleFacts {
  name: string
  /** No diagnosis, and when to call a doctor. */
  note: string
  tests: { id: number; name: string }[]
  profile: ProfileView | null
}

/** The reason's card; null when the laboratory cannot sell what is in it. */
export function reasonView(
  { name, note, labServiceIds }: WireReason,
  [profileId]: readonly number[],
  shown: ShownCatalogue,
): ReasonView | null {
  const analyses = labServiceIds.flatMap((id) => shown.catalogue.analysesById.get(id) ?? [])
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
