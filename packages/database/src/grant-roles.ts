import { sql } from 'drizzle-orm'
import type { Database, Queries } from './open-database.ts'
import { MIGRATIONS_SCHEMA, schemaName } from './schema-names.ts'

/**
 * Roles that `deploy/database/roles.sql` makes; where it was not run there is one role for everything. A partner among others may
 * have two of its own, `vesna_application` and `vesna_reports`: `deploy/database/partner-roles.sql`.
 */
const APPLICATION_ROLE = 'shop_application'
const REPORTS_ROLE = 'shop_reports'

const LOCK = 7_431_002

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

/** What the role of all partners was given of one that has a role of its own by now. */
async function takeBack(queries: Queries, { schemas, role }: Grant): Promise<void> {
  for (const schema of schemas) await queries.execute(raw`revoke all on schema ${schema} from ${role}`)
}

/**
 * Says anew, as owner of the tables, what the other roles may do with them: all at once, after each change of
 * the tables. Where the roles are not there it does nothing.
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
  await database.transaction(async (queries) => {
    // Two that grant at once would trip over each other.
    await queries.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
    const there = await namesOf(queries, sql`select nspname as name from pg_namespace`)
    const own = [...schemas, MIGRATIONS_SCHEMA].filter((schema) => there.has(nameOf(schema)))
    const isApart = application !== APPLICATION_ROLE && roles.has(application)
    if (isApart && roles.has(APPLICATION_ROLE))
      await takeBack(queries, { schemas: own, role: APPLICATION_ROLE })
    const role = isApart ? application : APPLICATION_ROLE
    if (roles.has(role)) await grantApplication(queries, { schemas: own, role }, appendOnly)
    if (roles.has(reporting)) await grantReports(queries, { schemas: own, role: reporting }, reports)
  })
}

/**
 * Of the tables in which nobody changes or deletes anything those that this connection's role owns: it could
 * switch off what guards them.
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
