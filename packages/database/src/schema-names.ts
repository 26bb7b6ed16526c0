/** Where drizzle records which migrations were run. */
export const MIGRATIONS_SCHEMA = 'drizzle'

/**
 * The prefix of a partner's schemas: without underscores, so that two prefixes never give the same name, and never
 * that of the common roles.
 */
export const SCHEMA_PREFIX = /^(?!(?:pg|shop)$)[a-z][a-z0-9]{0,15}$/

/** The schemas of one partner among several in one database. */
export interface PartnerSchemas {
  prefix: string
  /** All the schemas that statements and migrations name, as written there. */
  names: readonly string[]
}

/** Undefined without a prefix: an only partner's schemas keep their written names. */
export const partnerSchemas = (
  prefix: string | undefined,
  names: readonly string[],
): PartnerSchemas | undefined => (prefix === undefined ? undefined : { prefix, names })

/** A schema's name in the database: with a prefix for one partner among several, otherwise as written. */
export const schemaName = (name: string, prefix: string | undefined): string =>
  prefix === undefined ? name : `${prefix}_${name}`

/**
 * Rewrites statements for the partner's own schemas: `laboratory.patient` becomes `vesna_laboratory.patient`. All
 * statements name their schemas, so none can mean another partner's, whichever connection a pooler assigns.
 */
export function writeInSchemas(schemas: PartnerSchemas | undefined): (statement: string) => string {
  if (!schemas) return (statement) => statement
  const { prefix } = schemas
  const names = [...schemas.names, MIGRATIONS_SCHEMA].join('|')
  // `laboratory.patient`, `"laboratory"."patient"`, also within a text; not the end of a longer name or of an
  // address.
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
