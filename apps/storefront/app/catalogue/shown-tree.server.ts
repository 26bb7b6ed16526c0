import { type CategoryNode, categoryTree } from './category-tree.ts'
import { derived, type ShownCatalogue } from './shown-catalogue.server.ts'

/** The categories of the catalogue with what they hold. */
export function shownTree(shown: ShownCatalogue): CategoryNode[] {
  return derived(shown, 'categories', ({ headers, entries }) => categoryTree(headers, entries.values()))
}
