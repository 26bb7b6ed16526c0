import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * A name in the database as `foldName` of the domain writes it, apart from extra spaces: searches compare it with what
 * was typed, along an index of this very expression. Without the collation, a database of the locale C would leave the
 * capitals of other alphabets as they are. The letters ł, ’ and ʼ are escaped: a bundle has one byte per character.
 */
export const foldedName = (name: SQLWrapper): SQL =>
  sql`regexp_replace(normalize(translate(lower(${name} collate "pg_c_utf8"), U&'\\0142''\\2019\\02BC\\0060', 'l'), NFD), '[\\u0300-\\u036f]', '', 'g')`
