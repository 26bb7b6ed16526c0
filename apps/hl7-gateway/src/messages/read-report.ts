import { randomUUID } from 'node:crypto'
import type { Hl7Message, Hl7Segment } from '@medplum/core'
import type { AckError, ErrorCode } from './acknowledge.ts'
import { read, readSub, repetitions } from './encoding.ts'
import { type Coding, type ReadObservation, readCode, readObservation } from './read-observation.ts'
import { readTime } from './time.ts'

/** OBR-25 (table 0123) in FHIR's terms; null: the laboratory expects the specimen, so there is nothing to report. */
const STATUS: Readonly<Record<string, string | null>> = {
  O: null,
  S: null,
  I: 'registered',
  R: 'preliminary',
  P: 'preliminary',
  A: 'partial',
  F: 'final',
  C: 'corrected',
  X: 'cancelled',
}

export interface Observed extends ReadObservation {
  fullUrl: string
  /** Its place in the message. */
  location: string
}

/** An OBR with the segments that belong to it. */
export interface ReadGroup {
  /** The number of the order and its line, as the gateway sent it. */
  placer: string
  report: Record<string, unknown>
  location: string
  codings: Coding[]
  observations: Observed[]
  specimen: { fullUrl: string; resource: Record<string, unknown>; location: string } | null
}

interface Reading {
  /** The base of the main API's FHIR interface. */
  base: string
  /** Our name, to find our identifier among several in PID-3. */
  application: string
  zone: string
}

/**
 * Reads an ORU^R01 and lists what is not understood; a message with faults must not be reported. Without faults and
 * groups, it only says that the order has arrived.
 */
export function readReport(
  message: Hl7Message,
  { base, application, zone }: Reading,
): { groups: ReadGroup[]; faults: AckError[] } {
  const systems = {
    analysis: `${base}/CodeSystem/analysis`,
    component: `${base}/CodeSystem/analysis-component`,
  }
  const namespace = `urn:hl7v2:${encodeURIComponent(read(message.header, 4) || read(message.header, 3) || 'laboratory')}`
  const sentAt = readTime(read(message.header, 7), zone)
  const faults: AckError[] = []
  const groups: ReadGroup[] = []
  const counts = new Map<string, number>()
  let patient = ''
  for (const { segment, name, notes } of withNotes(message)) {
    const set = (counts.get(name) ?? 0) + 1
    counts.set(name, set)
    const fault = (index: number, code: ErrorCode, text: string) =>
      faults.push({ code, location: `${name}^${set}^${index}`, message: text })
    const location = `${name}^${set}`
    const group = groups.at(-1)
    if (name === 'PID') {
      patient = patientIn(segment, application)
      if (patient === '') fault(3, '101', 'the identifier that we sent is expected')
    } else if (name === 'OBR') {
      if (patient === '' && !counts.has('PID')) fault(0, '100', 'PID is expected first')
      groups.push(readRequest(segment, { location, notes, patient, sentAt, zone, namespace, systems, fault }))
    } else if (name === 'OBX' && group && !isOfSpecimen(group)) {
      const observed = readObservation(segment, notes, { zone, systems, fault })
      group.observations.push({ ...observed, fullUrl: `urn:uuid:${randomUUID()}`, location })
    } else if (name === 'OBX' && !group) {
      fault(0, '100', 'OBR is expected first')
    } else if (name === 'SPM' && group) {
      addSpecimen(group, segment, { location, zone, namespace, fault })
    }
  }
  if (groups.length === 0 && faults.length === 0) {
    faults.push({ code: '100', location: 'OBR^1', message: 'the message reports nothing' })
  }
  return { groups: groups.filter(({ report }) => report.status !== null), faults }
}

/** After an SPM, an OBX describes the sample, not the patient. */
function isOfSpecimen({ specimen }: ReadGroup): boolean {
  return specimen !== null
}

/** Each segment with the NTE segments that follow it. */
function withNotes(message: Hl7Message) {
  const found: { segment: Hl7Segment; name: string; notes: string[] }[] = []
  for (const segment of message.segments) {
    if (segment.name !== 'NTE') found.push({ segment, name: segment.name, notes: [] })
    else {
      const lines = Array.from({ length: repetitions(segment, 3) }, (_, at) => read(segment, 3, 1, at))
      const text = lines.join('\n').trim()
      if (text !== '') found.at(-1)?.notes.push(text)
    }
  }
  return found
}

function patientIn(pid: Hl7Segment, application: string): string {
  const all = Array.from({ length: repetitions(pid, 3) }, (_, at) => ({
    id: read(pid, 3, 1, at),
    authority: read(pid, 3, 4, at),
  })).filter(({ id }) => id !== '')
  const own =
    all.find(({ authority }) => authority === application) ?? (all.length === 1 ? all[0] : undefined)
  return own?.id ?? ''
}

interface RequestReading {
  location: string
  notes: readonly string[]
  patient: string
  sentAt: string | null
  zone: string
  namespace: string
  systems: { analysis: string; component: string }
  fault(index: number, code: ErrorCode, message: string): void
}

function readRequest(
  obr: Hl7Segment,
  { location, notes, patient, sentAt, zone, namespace, systems, fault }: RequestReading,
): ReadGroup {
  const placer = read(obr, 2)
  if (placer === '') fault(2, '101', 'the placer order number is expected')
  const codings = readCode(obr, 4, systems)
  if (codings.length === 0) fault(4, '103', 'the code that was ordered is expected')
  const given = read(obr, 25).toUpperCase()
  const status = STATUS[given]
  if (status === undefined) fault(25, '103', `one of ${Object.keys(STATUS).join(', ')} is expected`)
  const timeIn = (index: number) => {
    const stamp = read(obr, index)
    const time = stamp ? readTime(stamp, zone) : null
    if (stamp && !time) fault(index, '102', 'a time stamp is expected')
    return time
  }
  const [effective, changed] = [timeIn(7), timeIn(22)]
  // FHIR requires a time of day for `issued`.
  const issued = [changed, sentAt].find((time) => time?.includes('T'))
  const filler = read(obr, 3)
  return {
    placer,
    location,
    codings,
    observations: [],
    specimen: null,
    report: {
      resourceType: 'DiagnosticReport',
      // One report for each ordered analysis; the filler's number may be that of a tube, which several
      // analyses share.
      identifier: [
        { system: `${namespace}:placer`, value: placer },
        ...(filler ? [{ system: `${namespace}:filler`, value: filler }] : []),
      ],
      basedOn: [{ identifier: { value: placer } }],
      status,
      code: { coding: codings },
      subject: { reference: `Patient/${patient}` },
      ...(effective ? { effectiveDateTime: effective } : {}),
      ...(issued ? { issued } : {}),
      ...(notes.length > 0 ? { conclusion: notes.join('\n') } : {}),
    },
  }
}

function addSpecimen(
  group: ReadGroup,
  spm: Hl7Segment,
  { location, zone, namespace, fault }: Pick<RequestReading, 'location' | 'zone' | 'namespace' | 'fault'>,
): void {
  const value = readSub(spm, 2, 2, 1) || readSub(spm, 2, 1, 1)
  const stamp = readSub(spm, 17, 1, 1)
  const collected = stamp ? readTime(stamp, zone) : group.report.effectiveDateTime
  if (stamp && !collected) fault(17, '102', 'a time stamp is expected')
  const kind = read(spm, 4, 2) || read(spm, 4, 9) || read(spm, 4)
  // If an analysis has several samples, the first one is used.
  if (group.specimen || value === '' || !collected) return
  group.specimen = {
    location,
    fullUrl: `urn:uuid:${randomUUID()}`,
    resource: {
      resourceType: 'Specimen',
      identifier: [{ system: `${namespace}:specimen`, value }],
      subject: group.report.subject,
      request: [{ identifier: { value: group.placer } }],
      ...(kind ? { type: { text: kind } } : {}),
      collection: { collectedDateTime: collected },
    },
  }
}
