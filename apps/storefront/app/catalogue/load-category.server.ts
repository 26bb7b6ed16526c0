import { CATEGORY_SLUGS } from '@shop/domain/category'
import { formatDay } from '@shop/texts/formats.server'
import { data } from 'react-router'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { textsIn } from '../platform/texts/page-texts.server.ts'
import type { AnalysisRow, CatalogueEntry } from './analysis-row.server.ts'
import { pageOfSections } from './category-page.ts'
import { type CategoryLink, type CategoryNode, categoryIdOf, categoryLinks } from './category-tree.ts'
import { type ProfileView, profileViews } from './profile-view.server.ts'
import { derived, openShownCatalogue, type ShownCatalogue, shownTree } from './shown-catalogue.server.ts'

interface CategorySection {
  slug: string
  name: string
  rows: AnalysisRow[]
}

/**
 * A page of a category with its groups; an analysis is listed in each group that names it. Throws 404 if the
 * page does not exist.
 */
export async function loadCategory({ shop, slug, page = 1 }: { shop: Shop; slug: string; page?: number }) {
  const shown = await openShownCatalogue(shop)
  const id = categoryIdOf(slug, shop.env.categoryIds, shown.categories)
  const node = nodeOf(shownTree(shown), id)
  if (!node) throw data(null, { status: 404 })
  const { sections, ...view } = derived(shown, `category ${slug}`, () =>
    categoryView({ shop, shown, slug, node }),
  )
  const paged = pageOfSections(sections, page)
  if (!paged) throw data(null, { status: 404 })
  return { ...view, ...paged }
}
export type CategoryView = Awaited<ReturnType<typeof loadCategory>>

function categoryView(input: { shop: Shop; shown: ShownCatalogue; slug: string; node: CategoryNode }) {
  const { shop, shown, slug, node } = input
  const { visitDate } = shown
  const all = [...shown.entries.values()]
  const groups = node.children.map((child) => sectionOf(child, all))
  const grouped = new Set(groups.flatMap((group) => group.rows.map((row) => row.id)))
  const own = sectionOf(node, all)
  const links = shownLinks(shop, shown)
  const rest = own.rows.filter((row) => !grouped.has(row.id))
  return {
    slug,
    name: node.name,
    count: node.count,
    about: aboutOf(shop, slug),
    profiles: profilesOf(node, shown),
    visitDay: visitDate && formatDay(visitDate, shop.locale),
    sections: [...groups, ...(rest.length > 0 ? [{ ...own, rows: rest }] : [])],
    categories: links.some((link) => link.slug === slug)
      ? links
      : [{ slug, icon: 'test-tube' as const, name: node.name, count: node.count }, ...links],
  }
}

/** The named categories, as the start page and the side of each category list them. */
export function shownLinks({ locale, env }: Shop, shown: ShownCatalogue): CategoryLink[] {
  const t = textsIn(locale, env.partner)
  return derived(shown, 'links', () => categoryLinks(shownTree(shown), env.categoryIds, t))
}

const EXPLAINED = [
  ...CATEGORY_SLUGS,
  'coagulation',
  'biochemistry',
  'tumour-markers',
  'infections',
  'urine',
  'stool',
  'microbiology',
  'vitamins-and-trace-elements',
  'immunology',
  'cytology-and-andrology',
  'pregnancy',
  'medicine-levels',
] as const

/** What a category is for; null for a group within one. */
function aboutOf({ locale, env }: Shop, slug: string): string | null {
  const named = EXPLAINED.find((one) => one === slug)
  return named ? textsIn(locale, env.partner)(`catalogue.about.${named}`) : null
}

const MOST_PROFILES = 3

/** Profiles of which more than half the analyses are in this category, those with the most first. */
function profilesOf(node: CategoryNode, shown: ShownCatalogue): ProfileView[] {
  const isInside = (id: number) => shown.entries.get(id)?.categoryIds.includes(node.id) === true
  const insideOf = new Map(
    shown.profiles.map(({ id, analyses }) => [id, analyses.filter((one) => isInside(one.id)).length]),
  )
  const inside = ({ id }: ProfileView) => insideOf.get(id) ?? 0
  return profileViews(shown)
    .filter((profile) => inside(profile) > profile.analysisCount / 2)
    .toSorted((one, another) => inside(another) - inside(one))
    .slice(0, MOST_PROFILES)
}

function nodeOf(nodes: readonly CategoryNode[], id: number | undefined): CategoryNode | undefined {
  return nodes.flatMap((node) => [node, ...node.children]).find((node) => node.id === id)
}

function sectionOf({ id, slug, name }: CategoryNode, all: readonly CatalogueEntry[]): CategorySection {
  const inside = all.filter(({ categoryIds }) => categoryIds.includes(id))
  return { slug, name, rows: inside.map(({ row }) => row) }
}
