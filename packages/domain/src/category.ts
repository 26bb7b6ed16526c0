/** Categories that steer the shop and are not offered for browsing. */
export const HIDDEN_CATEGORY_IDS: readonly number[] = [23, 24, 25, 26, 29, 30]

/** The hidden category that marks what is often ordered. */
export const POPULAR_CATEGORY_ID = 23

/** The named pages of categories, in the order of the start page. */
export const CATEGORY_SLUGS = [
  'general-blood-tests',
  'hormones',
  'autoimmune',
  'allergology',
  'genetics',
  'diagnostics',
] as const

/** The categories that people may see, in the given order. */
export function visibleCategories<T extends { readonly id: number }>(categories: readonly T[]): T[] {
  return categories.filter(({ id }) => !HIDDEN_CATEGORY_IDS.includes(id))
}

export function isPopular(categories: readonly { readonly id: number }[]): boolean {
  return categories.some(({ id }) => id === POPULAR_CATEGORY_ID)
}
