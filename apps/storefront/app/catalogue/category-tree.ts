import type { Category } from '@shop/contract/catalogue'
import { CATEGORY_SLUGS, visibleCategories } from '@shop/domain/category'
import type { Texts } from '@shop/texts/create-texts'
import type { IconName } from '../ui/icon-names.ts'

export interface CategoryNode {
  id: number
  name: string
  slug: string
  /** Analyses in this category and below it. */
  count: number
  children: CategoryNode[]
}

/** The visible categories that are not empty, in the catalogue's order. */
export function categoryTree(
  categories: readonly Category[],
  analyses: Iterable<{ categoryIds: readonly number[] }>,
): CategoryNode[] {
  const visible = visibleCategories(categories)
  const inEach = new Map<number, Set<unknown>>()
  const parents = new Map(categories.map(({ id, parentId }) => [id, parentId]))
  for (const analysis of analyses) {
    for (const id of analysis.categoryIds) {
      for (let above: number | null | undefined = id; above; above = parents.get(above)) {
        const known = inEach.get(above) ?? new Set()
        inEach.set(above, known.add(analysis))
      }
    }
  }
  const nodesUnder = (parentId: number | null): CategoryNode[] =>
    visible
      .filter((category) => category.parentId === parentId)
      .map(({ id, name, slug }) => ({
        id,
        name,
        slug,
        count: inEach.get(id)?.size ?? 0,
        children: nodesUnder(id),
      }))
      .filter(({ count }) => count > 0)
  return nodesUnder(null)
}

/** The ids of a category and everything below it. */
export function categoryIdsUnder(categories: readonly Category[], id: number): Set<number> {
  const ids = new Set([id])
  for (const category of categories) {
    if (category.parentId !== null && ids.has(category.parentId)) ids.add(category.id)
  }
  return ids
}

export interface CategoryLink {
  slug: string
  icon: IconName
  name: string
  count: number
  /** "thyroid, menstrual cycle": what is inside, in a few words; only the named categories have it. */
  briefly?: string
}

/** The id of a category page: from the setting `CATEGORY_IDS`, or of a visible category with that slug. */
export function categoryIdOf(
  slug: string,
  categoryIds: Readonly<Record<string, string>>,
  categories: readonly Category[],
): number | undefined {
  if (Object.hasOwn(categoryIds, slug)) return Number(categoryIds[slug])
  return visibleCategories(categories).find((category) => category.slug === slug)?.id
}

/** Those of the six named categories that are not empty. */
export function categoryLinks(
  tree: readonly CategoryNode[],
  categoryIds: Readonly<Record<string, string>>,
  t: Texts['t'],
): CategoryLink[] {
  return CATEGORY_SLUGS.flatMap((slug) => {
    const node = tree.find(({ id }) => id === Number(categoryIds[slug]))
    if (!node) return []
    const { name, count } = node
    return [{ slug, icon: `category-${slug}`, name, count, briefly: t(`catalogue.briefly.${slug}`) }]
  })
}
