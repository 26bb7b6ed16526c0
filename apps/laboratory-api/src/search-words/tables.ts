import type { Locale } from '@shop/domain/locale'
import { boolean, date, index, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { laboratorySchema } from '../schema.ts'

const day = date({ mode: 'string' }).notNull()

/** What several people searched for in vain: nothing in it leads to one of them. */
export const unansweredQueries = laboratorySchema.table(
  'unanswered_query',
  {
    day,
    locale: text().$type<Locale>().notNull(),
    query: text().notNull(),
    people: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.locale, table.query] })],
)

/** That somebody searched for something in vain: keyed digests of both, by which the text of a query waits for enough people. */
export const unansweredQuerySigns = laboratorySchema.table(
  'unanswered_query_sign',
  {
    queryDigest: text('query_digest').notNull(),
    /** Of the network and the query together: two queries of one network have nothing in common. */
    personDigest: text('person_digest').notNull(),
    day,
    isCounted: boolean('is_counted').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.queryDigest, table.personDigest] }),
    index('unanswered_query_sign_day').on(table.day),
  ],
)
