import { isUnpaid } from '@shop/domain/order-states'
import type { ReportableLine } from '../results/open-test-results.ts'
import type { Reference } from './element-schemas.ts'
import type { Faults } from './operation-outcome.ts'
import { at, type ParsedTransaction } from './parse-transaction.ts'
import { idOfReference, type LineName, lineOfReference } from './service-request-id.ts'
import type { FhirSystems } from './systems.ts'

/** The orders that a bundle refers to. */
export function namedOrders(
  { reports, specimens }: ParsedTransaction,
  systems: FhirSystems,
): { orderIds: string[]; numbers: string[] } {
  const references = [
    ...reports.flatMap(({ resource }) => resource.basedOn),
    ...specimens.flatMap(({ resource }) => resource.request),
  ]
  const names = references.flatMap((reference) => lineOfReference(reference, systems) ?? [])
  const orderIds = names.flatMap((name) => ('orderId' in name ? [name.orderId] : []))
  const numbers = names.flatMap((name) => ('orderNumber' in name ? [name.orderNumber] : []))
  return { orderIds: [...new Set(orderIds)], numbers: [...new Set(numbers)] }
}

/** Finds the ordered analysis that an element refers to, and adds a fault if there is none. */
export function createLineFinder(lines: readonly ReportableLine[], systems: FhirSystems, faults: Faults) {
  const byName = new Map(
    lines.flatMap((found) => [
      [keyOf({ orderId: found.order.id, position: found.line.position }), found] as const,
      [keyOf({ orderNumber: found.order.number, position: found.line.position }), found] as const,
    ]),
  )
  return function findLine(reference: Reference, entry: number, element: string): ReportableLine | null {
    const name = lineOfReference(reference, systems)
    const found = name && byName.get(keyOf(name))
    // An unpaid order has never been shown to the laboratory, so it does not exist for it.
    if (!found || isUnpaid(found.order.state)) {
      faults.add({
        code: 'not-found',
        expression: at(entry, element),
        diagnostics: 'No such ServiceRequest has been ordered',
      })
      return null
    }
    if (found.order.state === 'refunded') {
      faults.add({
        code: 'business-rule',
        expression: at(entry, element),
        diagnostics: 'The order was refunded; nothing can be reported on it',
      })
      return null
    }
    return found
  }
}

/** Adds a fault if the subject is not the patient of the line. */
export function checkSubject(
  { subject, line, entry }: { subject: Reference; line: ReportableLine; entry: number },
  systems: FhirSystems,
  faults: Faults,
): void {
  const id = subject.reference === undefined ? null : idOfReference(subject.reference, 'Patient', systems)
  if (id === line.line.patientId) return
  faults.add({
    code: 'not-found',
    expression: at(entry, 'subject'),
    diagnostics: 'The ServiceRequest is for another Patient, or there is no such Patient',
  })
}

function keyOf(name: LineName): string {
  return `${'orderId' in name ? name.orderId : name.orderNumber} ${name.position}`
}
