import { setImmediate } from 'node:timers/promises'
import { LISTED } from '@shop/contract/desk'
import type { CountedQuery } from '@shop/contract/search-words'
import { desc, max, min, sql, sum } from 'drizzle-orm'
import type { CatalogueSearch } from '../catalogue/catalogue-store.ts'
import type { ApiContext } from '../context.ts'
import { daysBefore, UNANSWERED_QUERY_DAYS } from '../retention.ts'
import { dayOf, isAnswered } from './count-unanswered.ts'
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
  const known = answersOf(await context.catalogue.search())
  const counted: CountedQuery[] = []
  for (const { firstDay, lastDay, ...row } of rows) {
    const key = `${row.locale} ${row.query}`
    let answered = known.get(key)
    if (answered === undefined) {
      answered = await isAnswered(context, { searchNameTerm: row.query, locale: row.locale })
      known.set(key, answered)
      // Each takes half a millisecond: let other requests run in between.
      await setImmediate()
    }
    counted.push({ ...row, firstDay: firstDay!, lastDay: lastDay!, isAnswered: answered })
  }
  return counted
}

const answers = new WeakMap<CatalogueSearch, Map<string, boolean>>()

/** The answers found so far for the queries of the list; they change only with the catalogue and its added words. */
function answersOf(search: CatalogueSearch): Map<string, boolean> {
  const known = answers.get(search) ?? new Map<string, boolean>()
  answers.set(search, known)
  return known
}
