import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

const between = (first: number, last: number) =>
  String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

// By code: a bundle has one byte per character. А to Я, І, Є, Ґ; then Ł and ł.
const CYRILLIC = [`${between(0x410, 0x42f)}\u0406\u0404\u0490`, `${between(0x430, 0x44f)}\u0456\u0454\u0491`]
const BARRED_L = '\u0141\u0142'
/** Apostrophes, as SQL writes them: `translate` drops what has no counterpart. */
const APOSTROPHES = "''\u2019\u02bc`"
const [from, to] = [`${CYRILLIC[0]}${BARRED_L}${APOSTROPHES}`, `${CYRILLIC[1]}ll`].map((letters) =>
  sql.raw(`'${letters}'`),
)

/**
 * A name in the database as `foldName` of the domain writes it, apart from extra spaces: searches compare it with what
 * was typed, along an index of this very expression. The Cyrillic capitals are named, since `lower` on a database of
 * the locale C leaves them as they are, and collations that do not are missing before PostgreSQL 17.
 */
export const foldedName = (name: SQLWrapper): SQL =>
  sql`translate(lower(regexp_replace(normalize(${name}, NFD), '[\\u0300-\\u036f]', '', 'g')), ${from}, ${to})`
