import type { Category } from '@shop/contract/catalogue'
import { CATEGORY_SLUGS, visibleCategories } from '@shop/domain/category'
import type { IconName } from '../ui/icon-names.ts'
import type { CategoryNode } from './category-tree.ts'

export interface CategoryLink {
  slug: string
  icon: IconName
  name: string
  count: number
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
): CategoryLink[] {
  return CATEGORY_SLUGS.flatMap((slug) => {
    const node = tree.find(({ id }) => id === Number(categoryIds[slug]))
    return node ? [{ slug, icon: `category-${slug}`, name: node.name, count: node.count }] : []
  })
}
