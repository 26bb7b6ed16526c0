import { Problem } from '@shop/contract/problem'
import type { TryRefusedReport } from '@shop/contract/refused-reports'
import type { Queries } from '@shop/database/open-database'
import type { RefusedReportState } from '@shop/domain/laboratory-desk'
import type { LaboratoryScope } from '@shop/domain/staff'
import { and, eq, lt, ne } from 'drizzle-orm'
import { ALL_PERMISSIONS } from '../../clients/scopes.ts'
import type { ApiContext } from '../../context.ts'
import { ownerOf } from '../../encryption/sealing.ts'
import type { ReportableLine } from '../../results/open-test-results.ts'
import { daysBefore, REFUSED_REPORT_DAYS } from '../../retention.ts'
import { auditStaff, type StaffActor } from '../../staff/audit-staff.ts'
import { staleWriteOf } from '../../staff/stale-write.ts'
import { staffAccounts } from '../../staff/tables.ts'
import { FhirRefusal } from '../operation-outcome.ts'
import { readAsFarAsPossible } from '../parse-body.ts'
import { reportWithin } from '../report-results.ts'
import { parseServiceRequestLabel } from '../service-request-id.ts'
import { fhirSystems } from '../systems.ts'
import { type RefusedReportRow, refusedReports } from '../tables.ts'
import { assignReports } from './assign-reports.ts'
import { openRefused, refusedInScope } from './read-refused.ts'
import { refusalReason } from './refusal-reason.ts'
import { findLines } from './request-line.ts'
import { reportableBody, sentReports } from './sent-content.ts'

interface Change {
  id: string
  version: number
  actor: StaffActor
  scope: LaboratoryScope
}
interface Outcome {
  state: RefusedReportState
  version: number
}

/** Locks the row in the version the caller has read. @throws Problem `not_found`, `stale_write` with who was first */
async function lock(queries: Queries, { id, version, scope }: Change): Promise<RefusedReportRow> {
  const [row] = await queries
    .select()
    .from(refusedReports)
    .where(and(eq(refusedReports.id, id), refusedInScope(scope)))
    .for('update')
  if (!row) throw new Problem('not_found')
  if (row.version === version && row.state === 'open') return row
  const [who] = row.changedBy
    ? await queries
        .select({ name: staffAccounts.name })
        .from(staffAccounts)
        .where(eq(staffAccounts.id, row.changedBy))
    : []
  const at = row.changedAt
  throw staleWriteOf(who && at ? { by: who.name, change: `report.${row.state}`, at } : undefined, row.version)
}

async function write(
  queries: Queries,
  { id, version, actor }: Change,
  changes: Partial<RefusedReportRow> & { changedAt: Date },
): Promise<number> {
  await queries
    .update(refusedReports)
    .set({ ...changes, changedBy: actor.staffId, version: version + 1 })
    .where(eq(refusedReports.id, id))
  await auditStaff(queries, actor, { action: 'update', kind: 'refusedReport', id })
  return version + 1
}

/**
 * Retries a refused report in the usual way, with reports assigned to other orders. If it is refused again, it stays
 * open with the new reasons.
 * @throws Problem `not_found`, `stale_write`, `conflict` (there is no report in it), `invalid_fields` (no such ordered test)
 */
export async function tryRefused(
  context: ApiContext,
  { lays, ...change }: Change & Pick<TryRefusedReport, 'lays'>,
): Promise<Outcome> {
  const { database, now } = context
  try {
    return await database.transaction(async (queries) => {
      const row = await lock(queries, change)
      const corrected = await correctedBody(context, queries, { row, lays, scope: change.scope })
      await reportWithin(context, queries, {
        ...corrected,
        caller: {
          // The member of staff decides, within the laboratories of their role.
          client: {
            id: row.clientId,
            permissions: ALL_PERMISSIONS,
            laboratoryIds: change.scope === 'all' ? null : change.scope,
          },
          ...change.actor,
        },
      })
      return {
        state: 'taken' as const,
        version: await write(queries, change, { state: 'taken', changedAt: now() }),
      }
    })
  } catch (error) {
    if (!(error instanceof FhirRefusal)) throw error
    return await noteRefusal(context, change, error)
  }
}

/**
 * The body for the same use case as the first time. A gateway names the stored values that stay valid, but not those of
 * the test that a report is assigned to here, and none if it could not tell whom its message was about.
 */
async function correctedBody(
  context: ApiContext,
  queries: Queries,
  { row, lays, scope }: { row: RefusedReportRow; scope: LaboratoryScope } & Pick<TryRefusedReport, 'lays'>,
) {
  const sent = readAsFarAsPossible((await openRefused(context, row)).text)
  const named = lays.map(({ label }) => parseServiceRequestLabel(label))
  const lines = await findLines(queries, { names: named.flatMap((name) => name ?? []), scope, locale: 'en' })
  const assignments = lays.map(({ entry, label }, index) => {
    const line = lines.find(({ wire }) => wire.label === label)
    if (line) return { entry, line }
    throw new Problem('invalid_fields', {
      errors: [{ path: `lays.${index}.label`, message: 'no such ordered test' }],
    })
  })
  const systems = fhirSystems(context.settings)
  const body = reportableBody(assignReports(sent, assignments, systems))
  if (!body) throw new Problem('conflict')
  const namedBy = new Map(sentReports(sent, systems).map((report) => [report.entry, report.named]))
  const moved = assignments.filter(({ entry, line }) => namedBy.get(entry) !== line.wire.label)
  const keepsUnnamed = ({ order, line: { position } }: ReportableLine) =>
    row.source === 'hl7v2' ||
    moved.some(({ line }) => line.orderId === order.id && line.position === position)
  return { body, keepsUnnamed }
}

async function noteRefusal(
  { database, sealing, now }: ApiContext,
  change: Change,
  { issues }: FhirRefusal,
): Promise<Outcome> {
  return database.transaction(async (queries) => {
    await lock(queries, change)
    const version = await write(queries, change, {
      reasons: [...new Set(issues.map(refusalReason))],
      sealedIssues: await sealing.seal(queries, 'result', ownerOf([change.id]), JSON.stringify(issues)),
      changedAt: now(),
    })
    return { state: 'open', version }
  })
}

/** Sets a report aside, for this reason. @throws Problem `not_found`, `stale_write` */
export async function setAside(
  { database, sealing, now }: ApiContext,
  { reason, ...change }: Change & { reason: string },
): Promise<Outcome> {
  return database.transaction(async (queries) => {
    await lock(queries, change)
    const sealedNote = await sealing.seal(queries, 'result', ownerOf([change.id]), reason)
    const version = await write(queries, change, { state: 'setAside', sealedNote, changedAt: now() })
    return { state: 'setAside', version }
  })
}

/** Deletes settled reports after their time; open ones stay. */
export async function deleteOldRefused(queries: Queries, now: Date): Promise<void> {
  const { state, changedAt } = refusedReports
  await queries
    .delete(refusedReports)
    .where(and(ne(state, 'open'), lt(changedAt, daysBefore(now, REFUSED_REPORT_DAYS))))
}
