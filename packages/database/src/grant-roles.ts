import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database, Queries } from './open-database.ts'
import { MIGRATIONS_SCHEMA, schemaName } from './schema-names.ts'
import { LOCK_PAUSE_MS, tryTablesLockHere } from './tables-lock.ts'

/**
 * Roles made by `deploy/database/roles.sql`; without it a single role does everything. One partner among several
 * may have two roles of its own, `vesna_application` and `vesna_reports`: `deploy/database/partner-roles.sql`.
 */
const APPLICATION_ROLE = 'shop_application'
const REPORTS_ROLE = 'shop_reports'

/** What the roles other than the owner of the tables may do. */
export interface Access {
  /** Schemas whose rows the application reads and writes; a schema that does not exist is skipped. */
  schemas: readonly string[]
  /** Tables into which the application inserts, without changing or deleting. */
  appendOnly: readonly string[]
  /** Columns that reports may read, by table: none that shows who a person is or what was found. */
  reports: Readonly<Record<string, readonly string[]>>
}

const raw = (strings: TemplateStringsArray, ...values: string[]) => sql.raw(String.raw(strings, ...values))

async function namesOf(queries: Queries, select: ReturnType<typeof sql>): Promise<Set<string>> {
  const { rows } = await queries.execute<{ name: string }>(select)
  return new Set(rows.map(({ name }) => name))
}

interface Grant {
  schemas: readonly string[]
  role: string
}

async function grantApplication(queries: Queries, { schemas, role }: Grant, appendOnly: readonly string[]) {
  for (const schema of schemas) {
    await queries.execute(raw`grant usage on schema ${schema} to ${role}`)
    await queries.execute(raw`revoke all on all tables in schema ${schema} from ${role}`)
    const rights = schema === MIGRATIONS_SCHEMA ? 'select' : 'select, insert, update, delete'
    await queries.execute(raw`grant ${rights} on all tables in schema ${schema} to ${role}`)
    await queries.execute(raw`grant execute on all functions in schema ${schema} to ${role}`)
    await queries.execute(raw`grant usage on all sequences in schema ${schema} to ${role}`)
  }
  for (const table of appendOnly) {
    await queries.execute(raw`revoke update, delete on ${table} from ${role}`)
  }
}

async function grantReports(queries: Queries, { schemas, role }: Grant, reports: Access['reports']) {
  for (const schema of schemas) {
    await queries.execute(raw`revoke all on all tables in schema ${schema} from ${role}`)
  }
  for (const [table, columns] of Object.entries(reports)) {
    await queries.execute(raw`grant usage on schema ${table.split('.')[0]!} to ${role}`)
    await queries.execute(raw`grant select (${columns.join(', ')}) on ${table} to ${role}`)
  }
}

/** Revokes what the role shared by all partners was granted on the schemas of a partner that now has its own role. */
async function takeBack(queries: Queries, { schemas, role }: Grant): Promise<void> {
  for (const schema of schemas) await queries.execute(raw`revoke all on schema ${schema} from ${role}`)
}

/**
 * Grants again, as the owner of the tables, what the other roles may do with them, in one transaction after each
 * change of the tables. Does nothing if the roles do not exist.
 */
export async function grantRoles(
  database: Database,
  { schemas, appendOnly, reports }: Access,
): Promise<void> {
  const { schemaPrefix: prefix } = database
  const nameOf = (schema: string) => schemaName(schema, prefix)
  const [application, reporting] = prefix
    ? [`${prefix}_application`, `${prefix}_reports`]
    : [APPLICATION_ROLE, REPORTS_ROLE]
  const roles = await namesOf(
    database.queries,
    sql`select rolname as name from pg_roles where rolname in (${application}, ${reporting}, ${APPLICATION_ROLE})`,
  )
  if (roles.size === 0) return
  const grant = async (queries: Queries): Promise<boolean> => {
    // Two concurrent grants would conflict, and so would a grant and a migration.
    if (!(await tryTablesLockHere(queries))) return false
    const there = await namesOf(queries, sql`select nspname as name from pg_namespace`)
    const own = [...schemas, MIGRATIONS_SCHEMA].filter((schema) => there.has(nameOf(schema)))
    const isApart = application !== APPLICATION_ROLE && roles.has(application)
    if (isApart && roles.has(APPLICATION_ROLE))
      await takeBack(queries, { schemas: own, role: APPLICATION_ROLE })
    const role = isApart ? application : APPLICATION_ROLE
    if (roles.has(role)) await grantApplication(queries, { schemas: own, role }, appendOnly)
    if (roles.has(reporting)) await grantReports(queries, { schemas: own, role: reporting }, reports)
    return true
  }
  while (!(await database.transaction(grant))) await setTimeout(LOCK_PAUSE_MS)
}

/**
 * Of the append-only tables, those that this connection's role owns: such a role could switch off what protects them.
 */
export async function ownedAppendOnly(
  { queries, schemaPrefix: prefix }: Pick<Database, 'queries' | 'schemaPrefix'>,
  { appendOnly }: Pick<Access, 'appendOnly'>,
): Promise<string[]> {
  const owned = await namesOf(
    queries,
    sql`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where pg_has_role(c.relowner, 'member')`,
  )
  return appendOnly.filter((table) => {
    const [schema = '', name] = table.split('.')
    return owned.has(`${schemaName(schema, prefix)}.${name}`)
  })
}
