import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MachineRoom } from '@shop/contract/machine'
import { Problem } from '@shop/contract/problem'
import { findDueMigrations } from '@shop/database/migrate'
import { migrationsOf } from '@shop/server/project-files'
import { desc, sql } from 'drizzle-orm'
import release from '../../../../package.json' with { type: 'json' }
import { catalogueEditions } from '../catalogue/tables.ts'
import type { ApiContext } from '../context.ts'
import { readQueues } from '../jobs/read-queues.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'

const IMPORTS = 20
/** A job that waits longer has no worker. */
const LATE_SECONDS = 300
/** A part that does not answer in this time is not well. */
const PATIENCE_MS = 5_000

const TABLES = migrationsOf('laboratory-api')
const { entries } = JSON.parse(readFileSync(join(TABLES.folder, 'meta/_journal.json'), 'utf8')) as {
  entries: { tag: string }[]
}

const inTime = (answer: Promise<boolean>): Promise<boolean> =>
  Promise.race([answer, new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE_MS, false).unref())])

/** How the machine runs, without personal data. */
export async function readMachineRoom(
  { database, jobs, mail, catalogue }: ApiContext,
  actor: StaffActor,
): Promise<MachineRoom> {
  const { queries, engine } = database
  await auditStaff(queries, actor, { action: 'read', kind: 'machine', id: null })
  const [queues, troubled, dueMigrations, imports, isDatabaseWell, isMailWell] = await Promise.all([
    readQueues(database),
    jobs.troubled(),
    findDueMigrations(database, [TABLES]),
    readImports(queries),
    inTime(
      database.check().then(
        () => true,
        () => false,
      ),
    ),
    inTime(mail.check()),
  ])
  const { rows } = await queries.execute<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  )
  return {
    parts: [
      { part: 'database', isWell: isDatabaseWell },
      { part: 'mail', isWell: isMailWell },
      { part: 'jobs', isWell: queues.every(({ oldestSeconds }) => oldestSeconds < LATE_SECONDS) },
      { part: 'migrations', isWell: dueMigrations.length === 0 },
    ],
    versions: {
      release: release.version,
      node: process.version,
      database: `${engine === 'embedded' ? 'PGlite, ' : ''}PostgreSQL ${rows[0]!.version}`,
      migration: entries.at(-1)!.tag,
      dueMigrations,
      catalogue: catalogue.current().version,
    },
    queues: queues
      .filter(({ due, failed }) => due + failed > 0)
      .map(({ oldestSeconds, ...queue }) => ({ ...queue, oldestSeconds: Math.max(0, oldestSeconds) })),
    jobs: troubled.map(({ at, ...job }) => ({ ...job, at: at.toISOString() })),
    imports,
  }
}

async function readImports(queries: ApiContext['database']['queries']): Promise<MachineRoom['imports']> {
  const { id, createdAt, origin, publication } = catalogueEditions
  const newest = sql<number | null>`(select max(publication) from laboratory.catalogue_edition)`
  const rows = await queries
    .select({ id, at: createdAt, origin, publication, newest })
    .from(catalogueEditions)
    .orderBy(desc(createdAt), desc(id))
    .limit(IMPORTS)
  return rows.map(({ at, publication: published, newest: inForce, ...row }) => ({
    ...row,
    at: at.toISOString(),
    state: published === null ? 'draft' : 'published',
    isInForce: published !== null && published === inForce,
  }))
}

/** Lets a job that was given up or refused run again. @throws Problem `not_found`, also if it already does */
export async function repeatJob(
  { database, jobs }: ApiContext,
  { queue, id, actor }: { queue: string; id: string; actor: StaffActor },
): Promise<void> {
  const known = await readQueues(database)
  if (!known.some((one) => one.queue === queue)) throw new Problem('not_found')
  await database.transaction(async (queries) => {
    if (!(await jobs.again(queries, queue, id))) throw new Problem('not_found')
    await auditStaff(queries, actor, { action: 'update', kind: 'machine', id })
  })
}
