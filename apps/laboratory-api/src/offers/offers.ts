import type { NamedOffer, Offer, OffersOverview } from '@shop/contract/offers'
import { Problem } from '@shop/contract/problem'
import { visitKindOf } from '@shop/domain/laboratory'
import type { Locale } from '@shop/domain/locale'
import { toWire } from '@shop/domain/money'
import type { OfferKind } from '@shop/domain/offer-kind'
import { isInScope } from '@shop/domain/staff'
import { and, count, desc, eq, inArray } from 'drizzle-orm'
import {
  assortmentOfLaboratory,
  type CatalogueAnalysis,
  type CatalogueLaboratory,
  type CatalogueProfile,
  type CatalogueSnapshot,
} from '../catalogue/catalogue-snapshot.ts'
import { countVersion } from '../catalogue/import/store-catalogue.ts'
import { inLanguage } from '../catalogue/localised.ts'
import { withheldOffers } from '../catalogue/tables.ts'
import type { ApiContext } from '../context.ts'
import { auditStaff } from '../staff/audit-staff.ts'
import { staffAccounts } from '../staff/tables.ts'
import { type AtDesk, readComingPrices } from './coming-prices.ts'

const FOUND = 20
const SHOWN = 500

interface OfferKey {
  kind: OfferKind
  id: number
}

const read = { action: 'read', kind: 'catalogue', id: null } as const

const objectOf = ({ kind, id }: OfferKey) => `${kind} ${id}`

const idsOf = { analysis: 'analysisIds', profile: 'profileIds' } as const
const columnOf = { analysis: withheldOffers.analysisId, profile: withheldOffers.profileId } as const

/** @throws Problem `not_found`, also if it is withdrawn */
function entryOf(snapshot: CatalogueSnapshot, { kind, id }: OfferKey): CatalogueAnalysis | CatalogueProfile {
  const entry = kind === 'analysis' ? snapshot.analyses.get(id) : snapshot.profiles.get(id)
  if (!entry || entry.isWithdrawn) throw new Problem('not_found')
  return entry
}

function partsOf(snapshot: CatalogueSnapshot, entry: CatalogueAnalysis | CatalogueProfile) {
  if ('prices' in entry) return [entry]
  return entry.analysisIds.flatMap((id) => snapshot.analyses.get(id) ?? [])
}

const laboratoryView = (laboratory: CatalogueLaboratory) => ({
  id: laboratory.id,
  city: laboratory.city.ru,
  address: laboratory.address.ru,
  visitKind: visitKindOf(laboratory),
})

/** Open laboratories whose assortment has it, even where it is switched off. */
function laboratoriesWith(snapshot: CatalogueSnapshot, { kind, id }: OfferKey): CatalogueLaboratory[] {
  return [...snapshot.laboratories.values()].filter(
    ({ isOffered, assortmentId }) =>
      isOffered && snapshot.assortments.get(assortmentId)?.[idsOf[kind]].has(id),
  )
}

/** Coming prices, and what individual laboratories of the role do not offer. */
export async function readOffersOverview(
  context: ApiContext,
  { actor, scope, locale }: AtDesk & { locale: Locale },
): Promise<OffersOverview> {
  const { database, catalogue } = context
  const { queries } = database
  await auditStaff(queries, actor, read)
  const { coming, count: comingCount } = await readComingPrices(context, queries, { locale })
  const ofRole = scope === 'all' ? undefined : inArray(withheldOffers.laboratoryId, [...scope])
  const rows = await queries
    .select({ row: withheldOffers, by: staffAccounts.name })
    .from(withheldOffers)
    .leftJoin(staffAccounts, eq(staffAccounts.id, withheldOffers.switchedBy))
    .where(ofRole)
    .orderBy(desc(withheldOffers.since), desc(withheldOffers.id))
    .limit(SHOWN)
  const [all] = await queries.select({ rows: count() }).from(withheldOffers).where(ofRole)
  const snapshot = catalogue.current()
  const withheld = rows.flatMap(({ row, by }) => {
    const { laboratoryId, analysisId, profileId, since } = row
    const kind = analysisId === null ? ('profile' as const) : ('analysis' as const)
    const entry =
      analysisId === null ? snapshot.profiles.get(profileId ?? 0) : snapshot.analyses.get(analysisId)
    const laboratory = snapshot.laboratories.get(laboratoryId)
    if (!entry || !laboratory) return []
    const { id: _, ...place } = laboratoryView(laboratory)
    return [{ ...named(kind, entry, locale), laboratoryId, ...place, since: since.toISOString(), by }]
  })
  return { coming, comingCount, withheld, withheldCount: all?.rows ?? 0 }
}

const named = (
  kind: OfferKind,
  { id, code, name }: CatalogueAnalysis | CatalogueProfile,
  locale: Locale,
) => ({
  kind,
  id,
  code,
  name: inLanguage(name, locale),
})

/** Finds by code, or by words as in the shop's search, including what is switched off everywhere. */
export async function findOffers(
  { database, catalogue }: ApiContext,
  { actor, term, locale }: Pick<AtDesk, 'actor'> & { term: string; locale: Locale },
): Promise<NamedOffer[]> {
  await auditStaff(database.queries, actor, read)
  const snapshot = catalogue.current()
  const { analyses, findProfiles } = await catalogue.search()
  const code = term.trim().toUpperCase()
  const sold = (list: Iterable<CatalogueAnalysis | CatalogueProfile>) =>
    [...list].filter(({ isWithdrawn }) => !isWithdrawn)
  const offeredIds = new Set(sold(snapshot.analyses.values()).map(({ id }) => id))
  const profileIds = [
    ...sold(snapshot.profiles.values()).flatMap((profile) => (profile.code === code ? profile.id : [])),
    ...findProfiles(term),
  ]
  const found: [kind: OfferKind, ids: number[]][] = [
    ['profile', profileIds],
    ['analysis', analyses.search(term, { limit: FOUND, offeredIds })],
  ]
  const entries = found.flatMap(([kind, ids]) =>
    [...new Set(ids)].slice(0, FOUND).flatMap((id) => {
      const entry = kind === 'analysis' ? snapshot.analyses.get(id) : snapshot.profiles.get(id)
      return entry && !entry.isWithdrawn ? [named(kind, entry, locale)] : []
    }),
  )
  // A typed code means exactly that entry.
  return entries
    .toSorted((left, right) => Number(right.code === code) - Number(left.code === code))
    .slice(0, FOUND)
}

/** Present and coming prices of an analysis or profile, and where it is offered. @throws Problem `not_found` */
export async function readOffer(
  context: ApiContext,
  { actor, scope, locale, ...key }: AtDesk & OfferKey & { locale: Locale },
): Promise<Offer> {
  const { queries } = context.database
  const snapshot = context.catalogue.current()
  const entry = entryOf(snapshot, key)
  await auditStaff(queries, actor, { action: 'read', kind: 'offer', id: objectOf(key) })
  const parts = partsOf(snapshot, entry)
  const analysisIds = parts.map(({ id }) => id)
  const withheld = await queries
    .select({ row: withheldOffers, by: staffAccounts.name })
    .from(withheldOffers)
    .leftJoin(staffAccounts, eq(staffAccounts.id, withheldOffers.switchedBy))
    .where(eq(columnOf[key.kind], key.id))
  const laboratories = laboratoriesWith(snapshot, key)
  return {
    ...named(key.kind, entry, locale),
    analyses: parts.map(({ id, code, name, prices }) => ({
      id,
      code,
      name: inLanguage(name, locale),
      prices: prices.map(({ priceListId, money }) => ({ priceListId, price: toWire(money) })),
    })),
    priceLists: priceListsOf(snapshot, laboratories),
    coming: (await readComingPrices(context, queries, { locale, analysisIds })).coming,
    laboratories: laboratories.map((laboratory) => {
      const own = withheld.find(({ row }) => row.laboratoryId === laboratory.id)
      return {
        ...laboratoryView(laboratory),
        isOffered: assortmentOfLaboratory(snapshot, laboratory.id)?.[idsOf[key.kind]].has(key.id) === true,
        withheld: own ? { since: own.row.since.toISOString(), by: own.by } : null,
        mayChange: isInScope(scope, laboratory.id),
      }
    }),
  }
}

function priceListsOf(snapshot: CatalogueSnapshot, laboratories: readonly CatalogueLaboratory[]) {
  const lists = new Map<number, Offer['priceLists'][number]>()
  for (const { assortmentId } of laboratories) {
    const { priceListId: id, currency } = snapshot.assortments.get(assortmentId)!
    lists.set(id, { id, currency, laboratories: (lists.get(id)?.laboratories ?? 0) + 1 })
  }
  return [...lists.values()]
}

/**
 * Switches something of a laboratory's assortment on or off. When it is off, the shop shows it as not offered there;
 * carts keep it and say so.
 * @throws Problem `not_found`, also if the laboratory is outside the scope or does not have it
 */
export async function switchOffer(
  context: ApiContext,
  input: AtDesk & OfferKey & { laboratoryId: number; isOffered: boolean },
): Promise<{ isOffered: boolean; isChanged: boolean }> {
  const { database, catalogue, now } = context
  const { actor, scope, kind, id, laboratoryId, isOffered } = input
  const snapshot = catalogue.current()
  entryOf(snapshot, input)
  const isThere = laboratoriesWith(snapshot, input).some((laboratory) => laboratory.id === laboratoryId)
  if (!isThere || !isInScope(scope, laboratoryId)) throw new Problem('not_found')
  const key = { analysisId: null, profileId: null, [`${kind}Id`]: id }
  const isChanged = await database.transaction(async (queries) => {
    await countVersion(queries)
    const gone = isOffered
      ? await queries
          .delete(withheldOffers)
          .where(and(eq(withheldOffers.laboratoryId, laboratoryId), eq(columnOf[kind], id)))
          .returning({ id: withheldOffers.id })
      : await queries
          .insert(withheldOffers)
          .values({ ...key, laboratoryId, since: now(), switchedBy: actor.staffId })
          .onConflictDoNothing()
          .returning({ id: withheldOffers.id })
    await auditStaff(queries, actor, {
      action: isOffered ? 'create' : 'delete',
      kind: 'offer',
      id: `${objectOf(input)} laboratory ${laboratoryId}`,
    })
    return gone.length > 0
  })
  await catalogue.refresh()
  return { isOffered, isChanged }
}
