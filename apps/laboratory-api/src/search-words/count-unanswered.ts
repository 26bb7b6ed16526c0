import { createHmac } from 'node:crypto'
import type { Queries } from '@shop/database/open-database'
import type { Locale } from '@shop/domain/locale'
import { networkOf } from '@shop/server/network-of'
import { and, count, eq, lt, sql } from 'drizzle-orm'
import { searchReasons, viewOf } from '../catalogue/find-in-catalogue.ts'
import type { ApiContext } from '../context.ts'
import { daysBefore, UNANSWERED_QUERY_DAYS, UNANSWERED_SIGN_DAYS } from '../retention.ts'
import { normaliseQuery } from './normalise-query.ts'
import { unansweredQueries, unansweredQuerySigns } from './tables.ts'

/**
 * The text of a query is kept only once this many people have searched for it: no one may read what one
 * person alone typed.
 */
export const PEOPLE_AT_LEAST = 3
/** Limits the rows per day, so that no one can fill the tables. */
const MOST_A_DAY = { signs: 20_000, queries: 500 } as const

interface Asked {
  searchNameTerm: string
  laboratoryId?: number | undefined
  locale: Locale
  clientAddress: string
}

/** Counts a query that found nothing, unless its text might identify the person who typed it. */
export async function countUnanswered(context: ApiContext, asked: Asked): Promise<void> {
  const { limits, database, now } = context
  const query = normaliseQuery(asked.searchNameTerm)
  if (query === null || (await isAnswered(context, asked))) return
  const network = networkOf(asked.clientAddress)
  if (await limits.exceeds('unansweredQueryPerNetwork', network)) return
  const secret = context.settings.clientAddressSecret
  const digest = (...parts: string[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['unanswered query', ...parts]))
      .digest('base64url')
  const sign = {
    queryDigest: digest(asked.locale, query),
    personDigest: digest(asked.locale, query, network),
    day: dayOf(now()),
  }
  await database.transaction((queries) => countSign(queries, sign, { locale: asked.locale, query }))
}

/** The query finds something: a test, a profile or a reason. @throws Problem unknown_laboratory */
async function isAnswered(
  { catalogue }: ApiContext,
  { searchNameTerm, laboratoryId, locale }: Omit<Asked, 'clientAddress'>,
): Promise<boolean> {
  const view = viewOf({ snapshot: catalogue.current(), laboratoryId, locale })
  return findsAny(view, await catalogue.search(), searchNameTerm)
}

/** The same with this search. */
export function findsAny(...[view, search, term]: Parameters<typeof searchReasons>): boolean {
  const { reason, profileIds, analysisIds } = searchReasons(view, search, term)
  return reason !== null || profileIds.length > 0 || analysisIds.length > 0
}

type Sign = Pick<typeof unansweredQuerySigns.$inferInsert, 'queryDigest' | 'personDigest' | 'day'>

async function countSign(
  queries: Queries,
  sign: Sign,
  text: { locale: Locale; query: string },
): Promise<void> {
  const { queryDigest, day } = sign
  // Searches for the same query run one at a time, so that each is counted once.
  await queries.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${queryDigest}, 'laboratory.unanswered_query_sign'::regclass::oid::int8))`,
  )
  const signs = unansweredQuerySigns
  if ((await howMany(queries, signs, eq(signs.day, day))) >= MOST_A_DAY.signs) return
  const made = await queries.insert(signs).values(sign).onConflictDoNothing().returning({ day: signs.day })
  if (made.length === 0) return
  const ofQuery = eq(signs.queryDigest, queryDigest)
  if ((await howMany(queries, signs, ofQuery)) < PEOPLE_AT_LEAST) return
  const rows = unansweredQueries
  const own = and(eq(rows.day, day), eq(rows.locale, text.locale), eq(rows.query, text.query))
  const isKnown = (await howMany(queries, rows, own)) > 0
  if (!isKnown && (await howMany(queries, rows, eq(rows.day, day))) >= MOST_A_DAY.queries) return
  const counted = await queries
    .update(signs)
    .set({ isCounted: true })
    .where(and(ofQuery, eq(signs.isCounted, false)))
    .returning({ day: signs.day })
  await queries
    .insert(rows)
    .values({ day, ...text, people: counted.length })
    .onConflictDoUpdate({
      target: [rows.day, rows.locale, rows.query],
      set: { people: sql`${rows.people} + ${counted.length}` },
    })
}

type Counted = typeof unansweredQueries | typeof unansweredQuerySigns

async function howMany(queries: Queries, table: Counted, where: ReturnType<typeof and>): Promise<number> {
  const [row] = await queries.select({ rows: count() }).from(table).where(where)
  return row?.rows ?? 0
}

export async function deleteOldUnanswered(queries: Queries, now: Date): Promise<void> {
  const before = (days: number) => dayOf(daysBefore(now, days))
  await queries.delete(unansweredQuerySigns).where(lt(unansweredQuerySigns.day, before(UNANSWERED_SIGN_DAYS)))
  await queries.delete(unansweredQueries).where(lt(unansweredQueries.day, before(UNANSWERED_QUERY_DAYS)))
}

/** The day in UTC: no one needs to know the time more exactly. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)
