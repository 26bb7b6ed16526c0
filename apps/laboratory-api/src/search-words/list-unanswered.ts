import type { CountedQuery } from '@shop/contract/search-words'
import { desc, max, min, sql, sum } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { daysBefore, UNANSWERED_QUERY_DAYS } from '../retention.ts'
import { dayOf, isAnswered } from './count-unanswered.ts'
import { unansweredQueries } from './tables.ts'

const SHOWN = 200

/** What most people searched for in vain, and whether it finds something by now. */
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
    .limit(SHOWN)
  return Promise.all(
    rows.map(async ({ firstDay, lastDay, ...row }) => ({
      ...row,
      firstDay: firstDay!,
      lastDay: lastDay!,
      isAnswered: await isAnswered(context, { searchNameTerm: row.query, locale: row.locale }),
    })),
  )
}
