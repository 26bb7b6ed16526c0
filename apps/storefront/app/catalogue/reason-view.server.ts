import type { WireReason } from '@shop/contract/catalogue'
import { languageOfName } from '../platform/language-of-name.ts'
import { type BundleFacts, bundleFacts } from './profile-view.server.ts'
import type { Shelf } from './shelf.server.ts'

/** What people are about, as its card shows it. */
export interface ReasonView extends BundleFacts {
  name: string
  /** No diagnosis, and when to call a doctor. */
  note: string
  tests: { id: number; name: string }[]
  profile: { id: number; name: string; lang: 'ru' | undefined } | null
}

/** The reason's card; null when the laboratory cannot sell what is in it. */
export function reasonView(
  { name, note, labServiceIds }: WireReason,
  [profileId]: readonly number[],
  shelf: Shelf,
): ReasonView | null {
  const analyses = labServiceIds.flatMap((id) => shelf.catalogue.analysesById.get(id) ?? [])
  const facts = bundleFacts(analyses, shelf)
  if (!facts) return null
  const profile = shelf.profiles.find(({ id }) => id === profileId)
  return {
    ...facts,
    name,
    note,
    tests: analyses.map((analysis) => ({ id: analysis.id, name: analysis.name })),
    profile: profile ? { id: profile.id, name: profile.name, lang: languageOfName(profile.name) } : null,
  }
}
