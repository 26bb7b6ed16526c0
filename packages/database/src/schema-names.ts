// The names of all schemas of statements and migrations, as they are written there, in both; a test holds
// them against the migrations.

/** `laboratory.patient`, `"laboratory"."patient"`, also within a text; not the end of a longer name or an address. */
const BEFORE_A_POINT =
  /(?<![\w$.@/-]|[\w$.]")("?)(laboratory_audit|laboratory|shop|sandbox|jobs|drizzle)(\1\.)/g
const AFTER_ITS_KEYWORD =
  /\b(schema\s+(?:if\s+(?:not\s+)?exists\s+)?)("?)(laboratory_audit|laboratory|shop|sandbox|jobs|drizzle)(\2)(?![\w$.])/gi

/**
 * What stands before the names of a partner's schemas: no underscore, so that two never give the same name,
 * and not the roles of all.
 */
export const SCHEMA_PREFIX = /^(?!(?:pg|shop)$)[a-z][a-z0-9]{0,15}$/

/** How a schema is called in the database: with a prefix for a partner among others, else as it is written. */
export const schemaName = (name: string, prefix: string | undefined): string =>
  prefix === undefined ? name : `${prefix}_${name}`

/**
 * The statement with the partner's own schemas: `laboratory.patient` becomes `vesna_laboratory.patient`. All statements name
 * their schemas, so none is left that could mean another partner's, whichever connection a pooler gives it.
 */
export function inSchemas(statement: string, prefix: string | undefined): string {
  if (prefix === undefined) return statement
  return statement
    .replace(BEFORE_A_POINT, (_, quote, name, end) => `${quote}${schemaName(name, prefix)}${end}`)
    .replace(
      AFTER_ITS_KEYWORD,
      (_, keyword, quote, name, end) => `${keyword}${quote}${schemaName(name, prefix)}${end}`,
    )
}
