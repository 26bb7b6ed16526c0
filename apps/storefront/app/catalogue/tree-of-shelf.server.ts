import { type CategoryNode, categoryTree } from './category-tree.ts'
import { derived, type Shelf } from './shelf.server.ts'

/** The categories of the shelf with what they hold. */
export function treeOfShelf(shelf: Shelf): CategoryNode[] {
  return derived(shelf, 'categories', ({ headers, entries }) => categoryTree(headers, entries.values()))
}
