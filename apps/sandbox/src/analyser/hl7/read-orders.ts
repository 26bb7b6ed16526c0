import type { Hl7Message, Hl7Segment } from '@medplum/core'
import type { AnalyserRequest } from '../read-requests.ts'

export interface ReadOrders {
  /** New orders (ORC-1 NW). */
  requests: AnalyserRequest[]
  /** Placer numbers of cancelled orders (CA). */
  cancelled: string[]
}

/** The parts of an OML^O21 that the instrument needs, without name and address. Null for any other message. */
export function readOrders(message: Hl7Message): ReadOrders | null {
  const kind = message.header.getField(9)
  const pid = message.getSegment('PID')
  if (kind.getComponent(1) !== 'OML' || kind.getComponent(2) !== 'O21' || !pid) return null
  const found: ReadOrders = { requests: [], cancelled: [] }
  let order: Hl7Segment | undefined
  let visitAt = ''
  for (const segment of message.segments) {
    if (segment.name === 'ORC') {
      order = segment
      visitAt = ''
    }
    if (segment.name === 'TQ1') visitAt = segment.getComponent(7, 1)
    if (segment.name !== 'OBR' || !order) continue
    const placer = segment.getComponent(2, 1)
    if (order.getComponent(1, 1) === 'CA') found.cancelled.push(placer)
    else found.requests.push({ ...personOf(pid), ...whatOf(segment, order), visitAt: toIso(visitAt) })
  }
  return found
}

function personOf(pid: Hl7Segment) {
  return {
    patient: `Patient/${pid.getComponent(3, 1)}`,
    sex: pid.getComponent(8, 1) === 'M' ? ('MALE' as const) : ('FEMALE' as const),
    birthDate: pid.getComponent(7, 1).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'),
  }
}

function whatOf(obr: Hl7Segment, orc: Hl7Segment) {
  return {
    via: 'hl7' as const,
    serviceRequestId: obr.getComponent(2, 1),
    orderNumber: orc.getComponent(4, 1),
    codings: [{ system: obr.getComponent(4, 3), code: obr.getComponent(4, 1) }],
    specimens: [],
  }
}

/** Converts a time stamp with an offset, as the gateway writes it. */
function toIso(stamp: string): string | undefined {
  const [, year, month, day, hour, minute, second, hours, minutes] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([+-]\d\d)(\d\d)$/.exec(stamp) ?? []
  return year && `${year}-${month}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`
}
