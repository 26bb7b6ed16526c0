import { Problem } from '@shop/contract/problem'
import type { RequestLine } from '@shop/contract/refused-reports'
import type { Queries } from '@shop/database/open-database'
import type { Locale } from '@shop/domain/locale'
import { isInScope, type LaboratoryScope } from '@shop/domain/staff'
import { and, eq, or } from 'drizzle-orm'
import { inLanguage } from '../../catalogue/localised.ts'
import { orderLines, orderPatients, orders } from '../../orders/tables.ts'
import { analysisResults } from '../../results/tables.ts'
import { auditStaff, type StaffActor } from '../../staff/audit-staff.ts'
import { type LineName, parseServiceRequestLabel, serviceRequestLabel } from '../service-request-id.ts'

export interface FoundLine {
  orderId: string
  position: number
  patientId: string
  code: string | null
  loinc: string | null
  wire: RequestLine
}

/** Ordered tests by name; those of laboratories outside the scope do not exist. */
export async function findLines(
  queries: Queries,
  { names, scope, locale }: { names: readonly LineName[]; scope: LaboratoryScope; locale: Locale },
): Promise<FoundLine[]> {
  if (names.length === 0) return []
  const rows = await queries
    .select({ order: orders, line: orderLines, patient: orderPatients, status: analysisResults.status })
    .from(orders)
    .innerJoin(orderLines, and(eq(orderLines.orderId, orders.id), eq(orderLines.kind, 'analysis')))
    .innerJoin(
      orderPatients,
      and(eq(orderPatients.orderId, orders.id), eq(orderPatients.patientId, orderLines.patientId)),
    )
    .leftJoin(
      analysisResults,
      and(eq(analysisResults.orderId, orders.id), eq(analysisResults.linePosition, orderLines.position)),
    )
    .where(
      or(
        ...names.map((name) =>
          and(
            'orderId' in name ? eq(orders.id, name.orderId) : eq(orders.number, name.orderNumber),
            eq(orderLines.position, name.position),
          ),
        ),
      ),
    )
  return rows
    .filter(({ order }) => isInScope(scope, order.laboratoryId))
    .map(({ order, line, patient, status }) => ({
      orderId: order.id,
      position: line.position,
      patientId: line.patientId,
      code: line.code,
      loinc: line.loinc,
      wire: {
        label: serviceRequestLabel(order.number, line.position),
        orderId: order.id,
        orderState: order.state,
        laboratoryId: order.laboratoryId,
        visitStart: order.visitStart.toISOString(),
        test: inLanguage(line.name, locale),
        patient: {
          name: `${patient.lastName} ${patient.firstName}`,
          gender: patient.gender,
          dateOfBirth: patient.dateOfBirth,
        },
        isReported: status !== null,
      },
    }))
}

/** The ordered test that a tube's label names, to assign a report to it. @throws Problem `not_found` */
export async function readRequestLine(
  queries: Queries,
  { label, actor, ...look }: { label: string; scope: LaboratoryScope; locale: Locale; actor: StaffActor },
): Promise<RequestLine> {
  const name = parseServiceRequestLabel(label)
  const [found] = name ? await findLines(queries, { ...look, names: [name] }) : []
  if (!found) throw new Problem('not_found')
  await auditStaff(queries, actor, { action: 'read', kind: 'order', id: found.orderId })
  return found.wire
}
