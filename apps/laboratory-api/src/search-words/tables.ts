import type { Locale } from '@shop/domain/locale'
import { boolean, date, index, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { laboratorySchema } from '../schema.ts'

const day = date({ mode: 'string' }).notNull()

/** Queries of several people without a result; no row can be traced to one of them. */
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

/**
 * Searches without a result, as keyed digests of query and person: the text of a query is stored only once
 * enough people have searched for it.
 */
export const unansweredQuerySigns = laboratorySchema.table(
  'unanswered_query_sign',
  {
    queryDigest: text('query_digest').notNull(),
    /** The digest of the network and the query together, so that two queries of one network cannot be linked. */
    personDigest: text('person_digest').notNull(),
    day,
    isCounted: boolean('is_counted').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.queryDigest, table.personDigest] }),
    index('unanswered_query_sign_day').on(table.day),
  ],
)
