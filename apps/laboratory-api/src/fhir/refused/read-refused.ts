import { LISTED } from '@shop/contract/desk'
import { Problem } from '@shop/contract/problem'
import type { RefusedReport, RefusedReportHead } from '@shop/contract/refused-reports'
import type { RefusalReason, RefusedReportState } from '@shop/domain/laboratory-desk'
import type { Locale } from '@shop/domain/locale'
import type { LaboratoryScope } from '@shop/domain/staff'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { laboratoryClients } from '../../clients/tables.ts'
import type { ApiContext } from '../../context.ts'
import { ownerOf } from '../../encryption/sealing.ts'
import { auditStaff, type StaffActor } from '../../staff/audit-staff.ts'
import { staffAccounts } from '../../staff/tables.ts'
import type { OutcomeIssue } from '../operation-outcome.ts'
import { readAsFarAsPossible } from '../parse-body.ts'
import { fhirSystems } from '../systems.ts'
import { type RefusedReportRow, refusedReports } from '../tables.ts'
import { refusalReason } from './refusal-reason.ts'
import { findLines } from './request-line.ts'
import { hl7MessageIn, reportableBody, sentReports } from './sent-content.ts'

/** Of a text in which no report can be read. */
const SHOWN_CHARACTERS = 20_000

/** Reports that can only belong to these laboratories; one that may be of any is shown only to roles that see all. */
export function refusedInScope(scope: LaboratoryScope): SQL | undefined {
  return scope === 'all'
    ? undefined
    : sql`${refusedReports.laboratoryIds} <@ ${sql.param([...scope])}::integer[]`
}

const system = sql<string>`coalesce(${laboratoryClients.name}, ${refusedReports.clientId})`
const head = {
  id: refusedReports.id,
  source: refusedReports.source,
  system,
  laboratoryIds: refusedReports.laboratoryIds,
  orderNumber: refusedReports.orderNumber,
  reasons: refusedReports.reasons,
  firstAt: refusedReports.firstAt,
  lastAt: refusedReports.lastAt,
  times: refusedReports.times,
  state: refusedReports.state,
  version: refusedReports.version,
}
const headOf = (row: Omit<RefusedReportHead, 'firstAt' | 'lastAt'> & { firstAt: Date; lastAt: Date }) => ({
  ...row,
  firstAt: row.firstAt.toISOString(),
  lastAt: row.lastAt.toISOString(),
})

interface Filter {
  state: RefusedReportState
  reason?: RefusalReason | undefined
  laboratoryId?: number | undefined
}

/** Refused reports without their content: of open ones the longest waiting first, of others the latest first. */
export async function listRefused(
  { database: { queries } }: ApiContext,
  { actor, scope, state, reason, laboratoryId }: Filter & { actor: StaffActor; scope: LaboratoryScope },
): Promise<RefusedReportHead[]> {
  await auditStaff(queries, actor, { action: 'read', kind: 'refusedReport', id: null })
  const rows = await queries
    .select(head)
    .from(refusedReports)
    .leftJoin(laboratoryClients, eq(laboratoryClients.id, refusedReports.clientId))
    .where(
      and(
        eq(refusedReports.state, state),
        refusedInScope(scope),
        reason && sql`${reason} = any(${refusedReports.reasons})`,
        laboratoryId === undefined ? undefined : sql`${laboratoryId} = any(${refusedReports.laboratoryIds})`,
      ),
    )
    .orderBy(state === 'open' ? asc(refusedReports.lastAt) : desc(refusedReports.lastAt))
    .limit(LISTED)
  return rows.map(headOf)
}

/** The body that was sent, the issues reported to the sender, and the note. */
export async function openRefused({ sealing, database: { queries } }: ApiContext, row: RefusedReportRow) {
  const open = (sealed: string) => sealing.unseal(queries, 'result', ownerOf([row.id]), sealed)
  return {
    text: await open(row.sealedContent),
    issues: JSON.parse(await open(row.sealedIssues)) as OutcomeIssue[],
    note: row.sealedNote && (await open(row.sealedNote)),
  }
}

/** A refused report with its content and the ordered tests that it names. @throws Problem `not_found` */
export async function readRefused(
  context: ApiContext,
  { id, actor, scope, locale }: { id: string; actor: StaffActor; scope: LaboratoryScope; locale: Locale },
): Promise<RefusedReport> {
  const { queries } = context.database
  const [found] = await queries
    .select({ row: refusedReports, head, by: staffAccounts.name })
    .from(refusedReports)
    .leftJoin(laboratoryClients, eq(laboratoryClients.id, refusedReports.clientId))
    .leftJoin(staffAccounts, eq(staffAccounts.id, refusedReports.changedBy))
    .where(and(eq(refusedReports.id, id), refusedInScope(scope)))
  if (!found) throw new Problem('not_found')
  const { row, by } = found
  const { text, issues, note } = await openRefused(context, row)
  const body = readAsFarAsPossible(text)
  const reports = sentReports(body, fhirSystems(context.settings))
  const names = reports.flatMap(({ line }) => line ?? [])
  const lines = await findLines(queries, { names, scope, locale })
  await auditStaff(
    queries,
    actor,
    { action: 'read', kind: 'refusedReport', id },
    // The owner of a named order sees that staff have looked.
    ...[...new Set(lines.map(({ orderId }) => orderId))].map(
      (orderId) => ({ action: 'read', kind: 'order', id: orderId }) as const,
    ),
  )
  const isSettled = row.state !== 'open' && by !== null && row.changedAt !== null
  return {
    ...headOf(found.head),
    issues: issues.map((issue) => ({
      reason: refusalReason(issue),
      diagnostics: issue.diagnostics,
      place: issue.expression ?? null,
    })),
    reports: reports.map(({ line, ...report }) => ({
      ...report,
      line:
        lines.find(
          ({ orderId, position, wire }) =>
            line?.position === position &&
            ('orderId' in line ? line.orderId === orderId : wire.label.startsWith(`${line.orderNumber}-`)),
        )?.wire ?? null,
    })),
    text: reports.length > 0 ? null : (hl7MessageIn(body)?.text ?? text).slice(0, SHOWN_CHARACTERS),
    canBeTried: row.state === 'open' && reportableBody(body) !== null,
    settled: isSettled ? { by, at: row.changedAt!.toISOString(), reason: note } : null,
  }
}
