import { reasonAnswerFromWire } from '@shop/contract/catalogue-codec'
import { formatDay } from '@shop/texts/formats.server'
import type { Shop } from '../platform/session/shop-context.server.ts'
import type { CatalogueEntry } from './analysis-row.server.ts'
import { type CategoryNode, categoryIdsUnder, categoryTree } from './category-tree.ts'
import { indexNames } from './nearest-names.server.ts'
import { type ProfileView, profileView } from './profile-view.server.ts'
import { reasonView } from './reason-view.server.ts'
import type { SearchQuery } from './search-query.ts'
import { derived, openShownCatalogue, type ShownCatalogue, shownTree } from './shown-catalogue.server.ts'

const PAGE_SIZE = 50
const PROFILES_SHOWN = 3
const SUGGESTED = 5
/** Working days until the result, for the two dates that can be filtered by. */
const READY_WITHIN = [1, 4]

export interface Choice {
  value: number
  label: string
  count: number
}

/** A category of the results, with a page of its own. */
export interface FoundCategory {
  slug: string
  name: string
  count: number
}

/** Analyses found for a term, or all of them, filtered and sorted, with the filters that are left to choose. */
export async function loadSearch({ shop, query }: { shop: Shop; query: SearchQuery }) {
  const shown = await openShownCatalogue(shop)
  const meant = query.term ? await searchFor(query.term, shop, shown) : null
  const found = meant?.found ?? alphabetical(shown)
  const filters = setFilters(query, shown)
  const fitting = matching(found, filters)
  const entries = sorted(fitting, query.sort)
  /** What would be left to choose from if this filter were not set. */
  const without = (name: FilterName) =>
    filters.some((filter) => filter.name === name)
      ? matching(
          found,
          filters.filter((filter) => filter.name !== name),
        )
      : fitting
  const profiles = meant ? profilesFor(meant.profileIds, found, shown) : []
  return {
    query,
    reason: meant?.reason ? reasonView(meant.reason, meant.profileIds, shown) : null,
    rows: entries.slice(0, PAGE_SIZE * query.pages).map(({ row }) => row),
    total: entries.length,
    foundCount: found.length,
    categories: categoriesOf(without('category'), shown).map(
      ({ id, name, count }): Choice => ({ value: id, label: name, count }),
    ),
    foundCategories: query.term ? categoriesOf(found, shown).map(foundCategory) : [],
    readyDates: readyChoices(without('ready'), shown, shop.locale),
    atHomeCount: without('atHome').filter(({ homeCallPossible }) => homeCallPossible).length,
    noFastingCount: without('noFasting').filter(({ row }) => row.fastingHours === 0).length,
    profiles: profiles.slice(0, PROFILES_SHOWN),
    profileCount: profiles.length,
    visitDay: shown.visitDate && formatDay(shown.visitDate, shop.locale),
    suggestions: found.length === 0 && profiles.length === 0 ? await suggestions(query.term, shown) : [],
  }
}
export type SearchView = Awaited<ReturnType<typeof loadSearch>>

function foundCategory({ slug, name, count }: CategoryNode): FoundCategory {
  return { slug, name, count }
}

/** The reason behind the term, profiles that answer it, and the analyses found, best first. */
async function searchFor(term: string, shop: Shop, { entries, laboratory }: ShownCatalogue) {
  const asked = { searchNameTerm: term, laboratoryId: laboratory.id }
  const { analysisIds, ...meant } = reasonAnswerFromWire(await shop.api.searchReasons(asked))
  // The previous release of the main API sends no ids. Remove with the next release.
  const ids = analysisIds ?? (await shop.api.searchAnalyses(asked)).map(({ id }) => id)
  return { ...meant, found: ids.map((id) => entries.get(id)).filter((entry) => entry !== undefined) }
}

function alphabetical(shown: ShownCatalogue): CatalogueEntry[] {
  return derived(shown, 'alphabetical', ({ entries, locale }) => {
    const collator = new Intl.Collator(locale)
    return [...entries.values()].sort((a, b) => collator.compare(a.row.name, b.row.name))
  })
}

type FilterName = 'category' | 'ready' | 'atHome' | 'noFasting'
interface Filter {
  name: FilterName
  match(entry: CatalogueEntry): boolean
}

/** Only the filters set in the address: skips needless passes over large catalogues. */
function setFilters(
  { category, readyWithin, atHome, noFasting }: SearchQuery,
  { categories }: ShownCatalogue,
) {
  const filters: Filter[] = []
  if (category) {
    const ids = categoryIdsUnder(categories, category)
    filters.push({ name: 'category', match: ({ categoryIds }) => categoryIds.some((id) => ids.has(id)) })
  }
  if (readyWithin) filters.push({ name: 'ready', match: ({ row }) => row.days <= readyWithin })
  if (atHome) filters.push({ name: 'atHome', match: ({ homeCallPossible }) => homeCallPossible })
  if (noFasting) filters.push({ name: 'noFasting', match: ({ row }) => row.fastingHours === 0 })
  return filters
}

function matching(entries: CatalogueEntry[], filters: readonly Filter[]): CatalogueEntry[] {
  return filters.length === 0
    ? entries
    : entries.filter((entry) => filters.every(({ match }) => match(entry)))
}

function sorted(entries: CatalogueEntry[], sort: SearchQuery['sort']): CatalogueEntry[] {
  if (sort === 'price') return entries.toSorted((a, b) => a.price.price - b.price.price)
  if (sort === 'ready') return entries.toSorted((a, b) => a.row.days - b.row.days)
  return entries
}

/** For the whole catalogue the categories are already known. */
function categoriesOf(entries: readonly CatalogueEntry[], shown: ShownCatalogue) {
  return entries.length === shown.entries.size ? shownTree(shown) : categoryTree(shown.categories, entries)
}

function readyChoices(entries: readonly CatalogueEntry[], shown: ShownCatalogue, locale: string): Choice[] {
  return READY_WITHIN.flatMap((value) => {
    const date = shown.readyOn(value)
    const count = entries.filter(({ row }) => row.days <= value).length
    return date && count > 0 ? [{ value, label: formatDay(date, locale), count }] : []
  })
}

/** Profiles that answer the term, then those that contain one of the two best hits. */
function profilesFor(
  ids: readonly number[],
  found: readonly CatalogueEntry[],
  shown: ShownCatalogue,
): ProfileView[] {
  const best = new Set(found.slice(0, 2).map(({ row }) => row.id))
  const answering = ids.flatMap((id) => shown.profiles.find((profile) => profile.id === id) ?? [])
  const byContent = shown.profiles.filter(
    (profile) => !answering.includes(profile) && profile.analyses.some(({ id }) => best.has(id)),
  )
  return [...answering, ...byContent]
    .map((profile) => profileView(profile, shown))
    .filter((view) => view !== null)
}

async function suggestions(term: string, shown: ShownCatalogue) {
  const nearest = await derived(shown, 'names', ({ catalogue }) => indexNames(catalogue.analyses))
  return nearest(term, SUGGESTED).map(({ id, name }) => ({ id, name }))
}
