import { sql } from 'drizzle-orm'
import type { Database, Queries } from './open-database.ts'

/** Roles that `deploy/database/roles.sql` makes; where it was not run there is one role for everything. */
const APPLICATION_ROLE = 'shop_application'
const REPORTS_ROLE = 'shop_reports'

const LOCK = 7_431_002
/** Where the migrations' library notes what was done. */
const MIGRATIONS_SCHEMA = 'drizzle'

/** What roles beside the owner of the tables may do. */
export interface Access {
  /** Schemas whose rows the application reads and writes; one that is not there is left out. */
  schemas: readonly string[]
  /** Tables in which it inserts, and changes and deletes nothing. */
  appendOnly: readonly string[]
  /** Columns that reports may read, by table: none that tells who somebody is or what was found. */
  reports: Readonly<Record<string, readonly string[]>>
}

const raw = (strings: TemplateStringsArray, ...values: string[]) => sql.raw(String.raw(strings, ...values))

async function namesOf(queries: Queries, select: ReturnType<typeof sql>): Promise<Set<string>> {
  const { rows } = await queries.execute<{ name: string }>(select)
  return new Set(rows.map(({ name }) => name))
}

async function grantApplication(queries: Queries, schemas: readonly string[], appendOnly: readonly string[]) {
  for (const schema of schemas) {
    await queries.execute(raw`grant usage on schema ${schema} to ${APPLICATION_ROLE}`)
    await queries.execute(raw`revoke all on all tables in schema ${schema} from ${APPLICATION_ROLE}`)
    const rights = schema === MIGRATIONS_SCHEMA ? 'select' : 'select, insert, update, delete'
    await queries.execute(raw`grant ${rights} on all tables in schema ${schema} to ${APPLICATION_ROLE}`)
    await queries.execute(raw`grant execute on all functions in schema ${schema} to ${APPLICATION_ROLE}`)
    await queries.execute(raw`grant usage on all sequences in schema ${schema} to ${APPLICATION_ROLE}`)
  }
  for (const table of appendOnly) {
    await queries.execute(raw`revoke update, delete on ${table} from ${APPLICATION_ROLE}`)
  }
}

async function grantReports(queries: Queries, schemas: readonly string[], reports: Access['reports']) {
  for (const schema of schemas) {
    await queries.execute(raw`revoke all on all tables in schema ${schema} from ${REPORTS_ROLE}`)
  }
  for (const [table, columns] of Object.entries(reports)) {
    await queries.execute(raw`grant usage on schema ${table.split('.')[0]!} to ${REPORTS_ROLE}`)
    await queries.execute(raw`grant select (${columns.join(', ')}) on ${table} to ${REPORTS_ROLE}`)
  }
}

/**
 * Says anew, as owner of the tables, what the other roles may do with them: all at once, after each change of the tables. Where the
 * roles are not there it does nothing.
 */
export async function grantRoles(
  database: Database,
  { schemas, appendOnly, reports }: Access,
): Promise<void> {
  const roles = await namesOf(
    database.queries,
    sql`select rolname as name from pg_roles where rolname in (${APPLICATION_ROLE}, ${REPORTS_ROLE})`,
  )
  if (roles.size === 0) return
  await database.transaction(async (queries) => {
    // Two that grant at once would trip over each other.
    await queries.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const there = await namesOf(queries, sql`select nspname as name from pg_namespace`)
    const own = [...schemas, MIGRATIONS_SCHEMA].filter((schema) => there.has(schema))
    if (roles.has(APPLICATION_ROLE)) await grantApplication(queries, own, appendOnly)
    if (roles.has(REPORTS_ROLE)) await grantReports(queries, own, reports)
  })
}
