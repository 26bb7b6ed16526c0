import { listLaboratories } from '../platform/laboratory/active-laboratory.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { categoryLinks } from './category-pages.ts'
import { profileViews } from './profile-view.server.ts'
import { openShelf } from './shelf.server.ts'
import { treeOfShelf } from './tree-of-shelf.server.ts'

/** Paths of all pages that search engines should find. */
export async function listPublicPages(shop: Shop): Promise<string[]> {
  const [shelf, laboratories] = await Promise.all([openShelf(shop), listLaboratories(shop)])
  const categories = categoryLinks(treeOfShelf(shelf), shop.env.categoryIds)
  return [
    pathOf('home'),
    pathOf('search'),
    pathOf('profiles'),
    pathOf('article'),
    pathOf('laboratories'),
    ...laboratories.map(({ id }) => pathOf('branch', { laboratoryId: id })),
    pathOf('documents'),
    pathOf('support'),
    ...categories.map(({ slug }) => pathOf('categories', { categorySlug: slug })),
    ...profileViews(shelf).map(({ id }) => pathOf('profileCard', { profileId: String(id) })),
    ...[...shelf.entries.keys()].map((id) => pathOf('analysisInSearch', { analysisId: String(id) })),
  ]
}
