import type { PlanPrices, WireComingPrice } from '@shop/contract/offers'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { todayIn } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import type { Locale } from '@shop/domain/locale'
import { type Currency, fromWire, toWire } from '@shop/domain/money'
import type { LaboratoryScope } from '@shop/domain/staff'
import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm'
import type { CataloguePrice, CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import { entriesInForce } from '../catalogue/import/edition-store.ts'
import { PRICE_LISTS, pricesOf } from '../catalogue/import/entry-rows.ts'
import { chunks } from '../catalogue/import/keep-entries.ts'
import type { CatalogueEntries } from '../catalogue/import/read-catalogue-files.ts'
import { countVersion, lockCatalogue } from '../catalogue/import/store-catalogue.ts'
import { inLanguage } from '../catalogue/localised.ts'
import { comingPrices } from '../catalogue/tables.ts'
import type { ApiContext } from '../context.ts'
import { compareEditions } from '../editions/compare-editions.ts'
import { findEdition, settlePrices, staleCatalogue, versionInForce } from '../editions/editions.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { staleWriteOf } from '../staff/stale-write.ts'
import { staffAccounts } from '../staff/tables.ts'

export const DAYS_AHEAD = 731
const SHOWN = 500
const ROWS_PER_STATEMENT = 2_000

export interface AtDesk {
  actor: StaffActor
  scope: LaboratoryScope
}

const todayOf = ({ settings, now }: ApiContext) => todayIn(settings.businessTimeZone, now())

const wrong = (path: string, message: string) =>
  new Problem('invalid_fields', { errors: [{ path, message }] })

/** A price list applies to the whole network: only a role for all laboratories may change it, from tomorrow on. */
function assertMayPlan(context: ApiContext, scope: LaboratoryScope, fromDay: string): void {
  if (scope !== 'all') throw new Problem('forbidden')
  const today = todayOf(context)
  if (fromDay <= today) throw wrong('fromDay', 'tomorrow at the earliest')
  if (fromDay > addDays(today, DAYS_AHEAD)) throw wrong('fromDay', 'within two years')
}

function priceNow(
  { analyses }: CatalogueSnapshot,
  { analysisId, priceListId }: { analysisId: number; priceListId: number },
): CataloguePrice | null {
  const analysis = analyses.get(analysisId)
  if (!analysis || analysis.isWithdrawn) return null
  return analysis.prices.find((price) => price.priceListId === priceListId) ?? null
}

const amountIn = (currency: Currency, price: number) => fromWire({ price, currency }).amount

/**
 * Lets prices begin on a day; until then the current ones are charged. All or nothing.
 * @throws Problem `forbidden`, `invalid_fields`, `stale_write` if someone has already planned one for that day
 */
export async function planPrices(
  context: ApiContext,
  { actor, scope, ...planned }: AtDesk & PlanPrices,
): Promise<void> {
  const { catalogue, database, now } = context
  const { priceListId, fromDay } = planned
  assertMayPlan(context, scope, fromDay)
  const rows = planned.prices.map(({ analysisId, price }, index) => {
    const known = priceNow(catalogue.current(), { analysisId, priceListId })
    if (!known) throw wrong(`prices.${index}.analysisId`, 'not sold by this price list')
    const amount = amountIn(known.money.currency, price)
    return {
      analysisId,
      priceListId,
      fromDay,
      amount,
      version: 1,
      changedAt: now(),
      changedBy: actor.staffId,
    }
  })
  await database.transaction(async (queries) => {
    await countVersion(queries)
    const made = await queries
      .insert(comingPrices)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: comingPrices.id })
    if (made.length < rows.length) throw await isPlanned(queries, planned)
    await auditStaff(queries, actor, ...made.map(({ id }) => touched('create', id)))
  })
  await catalogue.refresh()
}

const touched = (action: 'create' | 'update' | 'delete', id: number) =>
  ({ action, kind: 'comingPrice', id: String(id) }) as const

/** A problem that names who was first to plan one of these. */
async function isPlanned(queries: Queries, { priceListId, fromDay, prices }: PlanPrices): Promise<Problem> {
  const ids = prices.map(({ analysisId }) => analysisId)
  const [known] = await selectComing(queries)
    .where(
      and(
        inArray(comingPrices.analysisId, ids),
        eq(comingPrices.priceListId, priceListId),
        eq(comingPrices.fromDay, fromDay),
      ),
    )
    .limit(1)
  return stale(known)
}

type Row = Awaited<ReturnType<typeof selectComing>>[number]

function selectComing(queries: Queries) {
  return queries
    .select({ price: comingPrices, by: staffAccounts.name })
    .from(comingPrices)
    .leftJoin(staffAccounts, eq(staffAccounts.id, comingPrices.changedBy))
}

function stale(row: Row | undefined): Problem {
  if (!row) return staleWriteOf(undefined)
  const { version, changedAt: at } = row.price
  return staleWriteOf({ by: row.by, change: 'comingPrice', at }, version)
}

/** A price that has not begun, in the version that was read. The caller holds the catalogue's lock. */
async function findToChange(
  queries: Queries,
  { id, version, today }: { id: number; version: number; today: string },
): Promise<Row> {
  const [row] = await selectComing(queries).where(eq(comingPrices.id, id))
  if (!row) throw new Problem('not_found')
  if (row.price.fromDay <= today) throw new Problem('conflict')
  if (row.price.version !== version) throw stale(row)
  return row
}

/**
 * @throws Problem `forbidden`, `invalid_fields`, `not_found`, `stale_write`, `conflict`: it has begun, or
 * there is another on that day
 */
export async function changeComingPrice(
  context: ApiContext,
  input: AtDesk & { id: number; fromDay: string; price: number; version: number },
): Promise<void> {
  const { database, catalogue, now } = context
  const { actor, scope, id, fromDay, version } = input
  assertMayPlan(context, scope, fromDay)
  await database.transaction(async (queries) => {
    await countVersion(queries)
    const { price } = await findToChange(queries, { id, version, today: todayOf(context) })
    const known = priceNow(catalogue.current(), price)
    if (!known) throw new Problem('conflict')
    const sameDay = await queries
      .select({ id: comingPrices.id })
      .from(comingPrices)
      .where(
        and(
          eq(comingPrices.analysisId, price.analysisId),
          eq(comingPrices.priceListId, price.priceListId),
          eq(comingPrices.fromDay, fromDay),
        ),
      )
    if (sameDay.some((other) => other.id !== id)) throw new Problem('conflict')
    const amount = amountIn(known.money.currency, input.price)
    const changed = { fromDay, amount, version: version + 1, changedAt: now(), changedBy: actor.staffId }
    await queries.update(comingPrices).set(changed).where(eq(comingPrices.id, id))
    await auditStaff(queries, actor, touched('update', id))
  })
  await catalogue.refresh()
}

/** @throws Problem `forbidden`, `not_found`, `stale_write`, `conflict`: it has begun */
export async function removeComingPrice(
  context: ApiContext,
  { actor, scope, id, version }: AtDesk & { id: number; version: number },
): Promise<void> {
  if (scope !== 'all') throw new Problem('forbidden')
  await context.database.transaction(async (queries) => {
    await countVersion(queries)
    await findToChange(queries, { id, version, today: todayOf(context) })
    await queries.delete(comingPrices).where(eq(comingPrices.id, id))
    await auditStaff(queries, actor, touched('delete', id))
  })
  await context.catalogue.refresh()
}

/**
 * Plans a whole price list from a day on: the prices in which a draft differs from the edition in force. Prices already
 * planned for that day are replaced. The caller names the version that the preview was compared with.
 * @throws Problem `forbidden`, `invalid_fields`, `not_found`, `stale_write`, `conflict`: more than prices would change
 */
export async function planEdition(
  context: ApiContext,
  { actor, scope, id, version, fromDay }: AtDesk & { id: string; version: number; fromDay: string },
): Promise<{ count: number }> {
  assertMayPlan(context, scope, fromDay)
  await settlePrices(context)
  const { database, catalogue, now } = context
  const planned = await database.transaction(async (queries) => {
    await lockCatalogue(queries)
    const { content } = await findEdition(queries, id)
    const current = await versionInForce(queries)
    if (current !== version) throw await staleCatalogue(queries, actor, current)
    const before = await entriesInForce(queries)
    const after = JSON.parse(content) as CatalogueEntries
    if (!before || !compareEditions(before, after).isOfPrices) throw new Problem('conflict')
    const shared = { fromDay, version: 1, changedAt: now(), changedBy: actor.staffId }
    const rows = changedPrices(before, after, catalogue.current()).map((row) => ({ ...row, ...shared }))
    for (const batch of chunks(rows, ROWS_PER_STATEMENT)) {
      await queries
        .insert(comingPrices)
        .values(batch)
        .onConflictDoUpdate({
          target: [comingPrices.analysisId, comingPrices.priceListId, comingPrices.fromDay],
          set: {
            amount: sql`excluded.amount`,
            version: sql`${comingPrices.version} + 1`,
            changedAt: sql`excluded.changed_at`,
            changedBy: sql`excluded.changed_by`,
          },
        })
    }
    await countVersion(queries)
    await auditStaff(queries, actor, { action: 'update', kind: 'catalogue', id })
    return rows.length
  })
  await catalogue.refresh()
  return { count: planned }
}

function changedPrices(
  before: CatalogueEntries,
  after: CatalogueEntries,
  { analysesByCode }: CatalogueSnapshot,
) {
  const old = new Map(before.analyses.map((entry) => [entry.code, pricesOf(entry)]))
  return after.analyses.flatMap((entry) => {
    const known = old.get(entry.code) ?? []
    const analysisId = analysesByCode.get(entry.code)?.id
    if (analysisId === undefined) return []
    return pricesOf(entry)
      .filter(({ priceListId, amount }) =>
        known.some((price) => price.priceListId === priceListId && price.amount !== amount),
      )
      .map((price) => ({ ...price, analysisId }))
  })
}

/** Coming prices of some analyses or of all, the earliest first. */
export async function readComingPrices(
  context: ApiContext,
  queries: Queries,
  { locale, analysisIds }: { locale: Locale; analysisIds?: readonly number[] },
): Promise<{ coming: WireComingPrice[]; count: number }> {
  const which = and(
    gt(comingPrices.fromDay, todayOf(context)),
    analysisIds ? inArray(comingPrices.analysisId, [...analysisIds]) : undefined,
  )
  const rows = await selectComing(queries)
    .where(which)
    .orderBy(asc(comingPrices.fromDay), asc(comingPrices.id))
    .limit(SHOWN)
  const [all] = await queries.select({ rows: count() }).from(comingPrices).where(which)
  const snapshot = context.catalogue.current()
  const coming = rows.flatMap(({ price, by }) => {
    const analysis = snapshot.analyses.get(price.analysisId)
    const currency = PRICE_LISTS.find(({ id }) => id === price.priceListId)?.currency
    if (!analysis || !currency) return []
    const now = priceNow(snapshot, price)
    return {
      id: price.id,
      analysisId: price.analysisId,
      code: analysis.code,
      name: inLanguage(analysis.name, locale),
      priceListId: price.priceListId,
      fromDay: price.fromDay,
      price: toWire({ amount: price.amount, currency }),
      priceNow: now && toWire(now.money),
      version: price.version,
      changedAt: price.changedAt.toISOString(),
      changedBy: by,
    }
  })
  return { coming, count: all?.rows ?? 0 }
}
