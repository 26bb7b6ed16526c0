import { isUuid } from '../uuid.ts'
import type { Reference } from './element-schemas.ts'
import { type FhirSystems, isServiceRequestSystem } from './systems.ts'

/** A line of an order, by the order's id or its number. */
export type LineName = { orderId: string; position: number } | { orderNumber: string; position: number }

const ID = /^([\da-f-]{36})-(\d{1,4})$/
const LABEL = /^(\d{1,18})-(\d{1,4})$/

/** The id of the ServiceRequest, and of the Specimen, of an order's line. */
export function serviceRequestId(orderId: string, position: number): string {
  return `${orderId}-${position}`
}

/** The text of a tube's label: the order's number and the line's, from 1. */
export function serviceRequestLabel(orderNumber: string, position: number): string {
  return `${orderNumber}-${position + 1}`
}

export function parseServiceRequestId(id: string): { orderId: string; position: number } | null {
  const [, orderId, position] = ID.exec(id) ?? []
  return orderId && isUuid(orderId) ? { orderId, position: Number(position) } : null
}

/** The line that a reference to a ServiceRequest names; null when it cannot be one of ours. */
export function lineOfReference(reference: Reference, systems: FhirSystems): LineName | null {
  if (reference.reference !== undefined) {
    const id = idOfReference(reference.reference, 'ServiceRequest', systems)
    return id === null ? null : parseServiceRequestId(id)
  }
  const { system, value = '' } = reference.identifier ?? {}
  if (system !== undefined && !isServiceRequestSystem(system)) return null
  return parseServiceRequestLabel(value)
}

/** The line that a tube's label names. */
export function parseServiceRequestLabel(label: string): LineName | null {
  const [, orderNumber, place] = LABEL.exec(label) ?? []
  return orderNumber && Number(place) > 0 ? { orderNumber, position: Number(place) - 1 } : null
}

/** The id in `Patient/1` or `{base}/Patient/1`; null when it is another type or another server's. */
export function idOfReference(reference: string, type: string, { base }: FhirSystems): string | null {
  const relative = reference.startsWith(`${base}/`) ? reference.slice(base.length + 1) : reference
  const [found, id, ...rest] = relative.split('/')
  return found === type && id && rest.length === 0 ? id : null
}
