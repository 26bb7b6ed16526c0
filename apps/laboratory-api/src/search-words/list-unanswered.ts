import { setImmediate } from 'node:timers/promises'
import { LISTED } from '@shop/contract/desk'
import type { CountedQuery } from '@shop/contract/search-words'
import type { Locale } from '@shop/domain/locale'
import { madeOnceFor } from '@shop/server/made-once'
import { desc, max, min, sql, sum } from 'drizzle-orm'
import type { CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import type { CatalogueSearch } from '../catalogue/catalogue-store.ts'
import { viewOf } from '../catalogue/find-in-catalogue.ts'
import type { ApiContext } from '../context.ts'
import { daysBefore, UNANSWERED_QUERY_DAYS } from '../retention.ts'
import { dayOf, findsAny } from './count-unanswered.ts'
import { unansweredQueries } from './tables.ts'

/** The queries that most people searched for without a result, and whether they find something now. */
export async function listUnanswered(context: ApiContext): Promise<CountedQuery[]> {
  const { query, locale, day, people } = unansweredQueries
  const all = sum(people).mapWith(Number)
  const rows = await context.database.queries
    .select({
      query,
      locale,
      people: all,
      firstDay: min(day),
      lastDay: max(day),
    })
    .from(unansweredQueries)
    .where(sql`${day} >= ${dayOf(daysBefore(context.now(), UNANSWERED_QUERY_DAYS))}`)
    .groupBy(query, locale)
    .orderBy(desc(all), query)
    .limit(LISTED)
  const isAnswered = answersOf(await context.catalogue.search())
  const snapshot = context.catalogue.current()
  const counted: CountedQuery[] = []
  for (const { firstDay, lastDay, ...row } of rows) {
    const answered = isAnswered(snapshot, row.query, row.locale)
    counted.push({ ...row, firstDay: firstDay!, lastDay: lastDay!, isAnswered: answered })
    // Each takes half a millisecond the first time: let other requests run in between.
    await setImmediate()
  }
  return counted
}

/** Whether a query of the list finds something, which changes only with the catalogue and its added words. */
const answersOf = madeOnceFor((search: CatalogueSearch) =>
  madeOnceFor((snapshot: CatalogueSnapshot, query: string, locale: Locale) =>
    findsAny(viewOf({ snapshot, laboratoryId: undefined, locale }), search, query),
  ),
)
