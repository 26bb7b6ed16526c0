/** Where drizzle notes which migrations were run. */
export const MIGRATIONS_SCHEMA = 'drizzle'

/** What stands before the names of a partner's schemas: no underscore, so that two never give the same name, and not the roles of all. */
export const SCHEMA_PREFIX = /^(?!(?:pg|shop)$)[a-z][a-z0-9]{0,15}$/

/** The schemas of a partner among others in one database. */
export interface PartnerSchemas {
  prefix: string
  /** All that statements and migrations name, as they are written there. */
  names: readonly string[]
}

/** Undefined where there is no prefix: the only partner's schemas are called as they are written. */
export const partnerSchemas = (
  prefix: string | undefined,
  names: readonly string[],
): PartnerSchemas | undefined => (prefix === undefined ? undefined : { prefix, names })

/** How a schema is called in the database: with a prefix for a partner among others, else as it is written. */
export const schemaName = (name: string, prefix: string | undefined): string =>
  prefix === undefined ? name : `${prefix}_${name}`

/**
 * Writes statements with the partner's own schemas: `laboratory.patient` becomes `vesna_laboratory.patient`.
 * All statements name their schemas, so none is left that could mean another partner's, whichever connection a
 * pooler gives it.
 */
export function writeInSchemas(schemas: PartnerSchemas | undefined): (statement: string) => string {
  if (!schemas) return (statement) => statement
  const { prefix } = schemas
  const names = [...schemas.names, MIGRATIONS_SCHEMA].join('|')
  // `laboratory.patient`, `"laboratory"."patient"`, also within a text; not the end of a longer name or an address.
  const beforePoint = new RegExp(`(?<![\\w$.@/-]|[\\w$.]")("?)(${names})(\\1\\.)`, 'g')
  const afterKeyword = new RegExp(
    `\\b(schema\\s+(?:if\\s+(?:not\\s+)?exists\\s+)?)("?)(${names})(\\2)(?![\\w$.])`,
    'gi',
  )
  return (statement) =>
    statement
      .replace(beforePoint, (_, quote, name, end) => `${quote}${schemaName(name, prefix)}${end}`)
      .replace(
        afterKeyword,
        (_, keyword, quote, name, end) => `${keyword}${quote}${schemaName(name, prefix)}${end}`,
      )
}
