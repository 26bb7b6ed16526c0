import { visibleCategories } from '@shop/domain/category'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { formatDay } from '../platform/texts/format-dates.server.ts'
import type { CatalogueEntry } from './analysis-row.server.ts'
import { categoryIdsUnder } from './category-tree.ts'
import { nearestNames } from './nearest-names.ts'
import { type ProfileView, profileView } from './profile-view.server.ts'
import { reasonView } from './reason-view.server.ts'
import type { SearchQuery } from './search-query.ts'
import { derived, openShownCatalogue, type ShownCatalogue } from './shown-catalogue.server.ts'

const PAGE_SIZE = 50
const PROFILES_SHOWN = 3
const SUGGESTED = 5
/** Working days of the two dates that can be filtered by. */
const READY_WITHIN = [1, 4]

export interface Choice {
  value: number
  label: string
  count: number
}

/** A category of what was found, which has a page. */
export interface FoundCategory {
  slug: string
  name: string
  count: number
}

/** Analyses found for a term, or all of them, filtered and sorted, with what else could be filtered by. */
export async function searchCatalogue({ shop, query }: { shop: Shop; query: SearchQuery }) {
  const shown = await openShownCatalogue(shop)
  const [found, meant] = query.term
    ? await Promise.all([findEntries(shop, shown, query.term), findMeant(shop, shown, query.term)])
    : [alphabetical(shown), null]
  const matches = filters(query, shown)
  const entries = sorted(
    found.filter((entry) => Object.values(matches).every((match) => match(entry))),
    query.sort,
  )
  const without = (name: keyof typeof matches) =>
    found.filter((entry) => Object.entries(matches).every(([key, match]) => key === name || match(entry)))
  const profiles = meant ? profilesFor(meant.profileIds, found, shown) : []
  return {
    query,
    reason: meant?.reason ? reasonView(meant.reason, meant.profileIds, shown) : null,
    rows: entries.slice(0, PAGE_SIZE * query.pages).map(({ row }) => row),
    total: entries.length,
    foundCount: found.length,
    categories: categoryChoices(without('category'), shown),
    foundCategories: query.term ? foundCategories(found, shown) : [],
    readyDates: readyChoices(without('ready'), shown, shop.locale),
    atHomeCount: without('atHome').filter(({ homeCallPossible }) => homeCallPossible).length,
    noFastingCount: without('noFasting').filter(({ row }) => row.fastingHours === 0).length,
    profiles: profiles.slice(0, PROFILES_SHOWN),
    profileCount: profiles.length,
    visitDay: shown.visitDate && formatDay(shown.visitDate, shop.locale),
    suggestions: found.length === 0 && profiles.length === 0 ? suggestions(query.term, shown) : [],
  }
}
export type SearchView = Awaited<ReturnType<typeof searchCatalogue>>

/** In the order of the main API's search: the best first. */
async function findEntries(
  shop: Shop,
  { entries, laboratory }: ShownCatalogue,
  term: string,
): Promise<CatalogueEntry[]> {
  const found = await shop.api.searchAnalyses({ searchNameTerm: term, laboratoryId: laboratory.id })
  return found.map(({ id }) => entries.get(id)).filter((entry) => entry !== undefined)
}

/** What the term is about, and profiles that answer it. */
function findMeant(shop: Shop, { laboratory }: ShownCatalogue, term: string) {
  return shop.api.searchReasons({ searchNameTerm: term, laboratoryId: laboratory.id })
}

function alphabetical(shown: ShownCatalogue): CatalogueEntry[] {
  return derived(shown, 'alphabetical', ({ entries, locale }) => {
    const collator = new Intl.Collator(locale)
    return [...entries.values()].sort((a, b) => collator.compare(a.row.name, b.row.name))
  })
}

function filters(query: SearchQuery, { headers }: ShownCatalogue) {
  const categoryIds = query.category ? categoryIdsUnder(headers, query.category) : null
  return {
    category: (entry: CatalogueEntry) => !categoryIds || entry.categoryIds.some((id) => categoryIds.has(id)),
    ready: ({ row }: CatalogueEntry) => !query.readyWithin || row.days <= query.readyWithin,
    atHome: (entry: CatalogueEntry) => !query.atHome || entry.homeCallPossible,
    noFasting: ({ row }: CatalogueEntry) => !query.noFasting || row.fastingHours === 0,
  }
}

function sorted(entries: CatalogueEntry[], sort: SearchQuery['sort']): CatalogueEntry[] {
  if (sort === 'price') return entries.toSorted((a, b) => a.price.price - b.price.price)
  if (sort === 'ready') return entries.toSorted((a, b) => a.row.days - b.row.days)
  return entries
}

function categoryChoices(entries: readonly CatalogueEntry[], { headers }: ShownCatalogue): Choice[] {
  return visibleCategories(headers)
    .filter(({ parentId }) => parentId === null)
    .map(({ id, name }) => {
      const ids = categoryIdsUnder(headers, id)
      return {
        value: id,
        label: name,
        count: entries.filter(({ categoryIds }) => categoryIds.some((own) => ids.has(own))).length,
      }
    })
    .filter(({ count }) => count > 0)
}

function foundCategories(found: readonly CatalogueEntry[], shown: ShownCatalogue): FoundCategory[] {
  const slugs = new Map(shown.headers.map(({ id, slug }) => [id, slug]))
  return categoryChoices(found, shown).flatMap(({ value, label: name, count }) => {
    const slug = slugs.get(value)
    return slug ? [{ slug, name, count }] : []
  })
}

function readyChoices(entries: readonly CatalogueEntry[], shown: ShownCatalogue, locale: string): Choice[] {
  return READY_WITHIN.flatMap((value) => {
    const date = shown.readyOn(value)
    const count = entries.filter(({ row }) => row.days <= value).length
    return date && count > 0 ? [{ value, label: formatDay(date, locale), count }] : []
  })
}

/** Profiles that answer the term, then those that hold one of the best hits. */
function profilesFor(
  ids: readonly number[],
  found: readonly CatalogueEntry[],
  shown: ShownCatalogue,
): ProfileView[] {
  const best = new Set(found.slice(0, 2).map(({ row }) => row.id))
  const answering = ids.flatMap((id) => shown.profiles.find((profile) => profile.id === id) ?? [])
  const byContent = shown.profiles.filter(
    (profile) => !answering.includes(profile) && profile.labServices.some(({ id }) => best.has(id)),
  )
  return [...answering, ...byContent]
    .map((profile) => profileView(profile, shown))
    .filter((view) => view !== null)
}

function suggestions(term: string, { catalogue }: ShownCatalogue) {
  return nearestNames(term, catalogue.analyses, SUGGESTED).map(({ id, name }) => ({ id, name }))
}
