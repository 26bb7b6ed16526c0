import { listLaboratories } from '../platform/laboratory/active-laboratory.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { shownLinks } from './load-category.server.ts'
import { profileViews } from './profile-view.server.ts'
import { openShownCatalogue } from './shown-catalogue.server.ts'

/** Paths of all pages that search engines should index. */
export async function listPublicPages(shop: Shop): Promise<string[]> {
  const [shown, laboratories] = await Promise.all([openShownCatalogue(shop), listLaboratories(shop)])
  return [
    pathOf('home'),
    pathOf('search'),
    pathOf('profiles'),
    pathOf('article'),
    pathOf('laboratories'),
    ...laboratories.map(({ id }) => pathOf('branch', { laboratoryId: id })),
    pathOf('documents'),
    pathOf('support'),
    ...shownLinks(shop, shown).map(({ slug }) => pathOf('categories', { categorySlug: slug })),
    ...profileViews(shown).map(({ id }) => pathOf('profileCard', { profileId: String(id) })),
    ...[...shown.entries.keys()].map((id) => pathOf('analysisInSearch', { analysisId: String(id) })),
  ]
}
