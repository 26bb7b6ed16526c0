import { createHash } from 'node:crypto'
import type { Hl7Message } from '@medplum/core'
import type { Logger } from 'pino'
import { type FhirClient, type Issue, Refused } from '../fhir/fhir-client.ts'
import { locationsOf, reportFinder } from '../fhir/requests.ts'
import { type AckError, acknowledge, type ErrorCode } from '../messages/acknowledge.ts'
import { read } from '../messages/encoding.ts'
import { readReport } from '../messages/read-report.ts'
import type { Names } from '../messages/write-order.ts'
import { countHl7Message } from '../metrics.ts'
import { readBytes, toBytes, UnreadableText } from '../mllp/byte-message.ts'
import type { Charset } from '../mllp/charsets.ts'
import type { Acknowledged, Store } from '../store.ts'
import { type ReportBundle, toBundle } from './report-bundle.ts'

export interface Taking {
  fhir: FhirClient
  /** The base of the main API's FHIR interface. */
  base: string
  store: Store
  names: Names
  charset: Charset
  logger: Logger
  now: () => Date
}

const VERSIONS = /^2\.[3-8](\.\d)?$/
const LONGEST_CONTROL_ID = 199

/**
 * Answers messages as bytes from a connection. A message that was finally answered gets the same answer when
 * it is sent again. Messages about one order wait for each other, whatever connections they come on: each names the
 * values that were stored before it, so one that did not know of the other's would withdraw them.
 */
export function createTaker(taking: Taking) {
  const { store, names, charset, logger, now } = taking
  const underWay = new Map<string, Promise<unknown>>()

  async function answerOnce(raw: Hl7Message): Promise<Acknowledged> {
    const refusal = headerFault(raw, names)
    if (refusal) return { code: 'AR', errors: [refusal] }
    const message = { ...nameOf(raw), digest: digestOf(raw) }
    const known = store.received(message)
    if (known) return known
    const acknowledged = await take(raw, taking)
    // AR: the message was not processed and will be sent again.
    if (acknowledged.code !== 'AR') store.noteReceived(message, acknowledged, now())
    return acknowledged
  }

  return async function answer(raw: Hl7Message): Promise<Hl7Message> {
    const { sender, controlId } = nameOf(raw)
    // If the same message arrives twice concurrently, the second waits for the answer to the first.
    const keys = [`message ${sender}\n${controlId}`, ...ordersOf(raw).map((order) => `order ${order}`)]
    const before = Promise.all(keys.map((key) => underWay.get(key)))
    const answered = before.then(() => answerOnce(raw))
    const settled = answered.catch(() => {})
    for (const key of keys) underWay.set(key, settled)
    try {
      const acknowledged = await answered
      const { code, errors } = acknowledged
      countHl7Message('in', code)
      const codes = errors.map((error) => error.code)
      logger[code === 'AA' ? 'info' : 'warn']({ code, errors: codes }, 'hl7: a report was answered')
      return toBytes(acknowledge(raw, acknowledged, { zone: names.zone, now: now() }), charset)
    } finally {
      for (const key of keys) if (underWay.get(key) === settled) underWay.delete(key)
    }
  }
}

function fault(code: ErrorCode, location: string, message: string): AckError {
  return { code, location, message }
}

function nameOf({ header }: Hl7Message) {
  return { sender: `${read(header, 3)}|${read(header, 4)}`, controlId: read(header, 10) }
}

/** The numbers of the orders that a message reports on. */
function ordersOf({ segments }: Hl7Message): string[] {
  const requests = segments.filter(({ name }) => name === 'OBR')
  return requests.flatMap((request) => read(request, 2).split('-', 1))
}

/** Without the header, whose time differs when a message is sent again. */
function digestOf({ segments }: Hl7Message): string {
  const content = segments.slice(1).map(String).join('\r')
  return createHash('sha256').update(content).digest('hex')
}

function headerFault({ header }: Hl7Message, { processingId }: Names): AckError | null {
  const { length } = read(header, 10)
  if (length === 0 || length > LONGEST_CONTROL_ID) return fault('101', 'MSH^1^10', 'a control id is expected')
  if (read(header, 9) !== 'ORU' || read(header, 9, 2) !== 'R01') {
    return fault('200', 'MSH^1^9', 'ORU^R01 is accepted')
  }
  if (read(header, 11) !== processingId) return fault('202', 'MSH^1^11', `${processingId} is taken`)
  if (!VERSIONS.test(read(header, 12))) return fault('203', 'MSH^1^12', '2.3 to 2.8 are accepted')
  return null
}

async function take(raw: Hl7Message, taking: Taking): Promise<Acknowledged> {
  const { fhir, base, store, names, charset, logger } = taking
  try {
    const message = readBytes(raw, charset)
    const { groups, faults } = readReport(message, { base, application: names.application, zone: names.zone })
    if (faults.length > 0) {
      const read = faults.every(isOfWhom)
        ? await toBundle(groups, { fhir, base, reportOf: async () => null })
        : null
      return await refuse(raw, faults, fhir, read)
    }
    if (groups.length === 0) return { code: 'AA', errors: [] }
    // A report that was accepted at the desk is unknown here, and so is every report if the gateway's file was lost.
    const findReportId = reportFinder(fhir)
    const reportOf = async (placer: string) => store.reportOf(placer) ?? findReportId(placer)
    const read = await toBundle(groups, { fhir, base, reportOf })
    const cancelled = groups.filter((group) => group.report.status === 'cancelled')
    for (const { placer } of cancelled) store.expectCancelled(placer)
    const response = await report(fhir, read)
    if (Array.isArray(response)) {
      for (const { placer } of cancelled) store.forgetExpected(placer)
      return { code: 'AE', errors: response }
    }
    const stored = locationsOf(response)
    const reports = read.bundle.entry.flatMap(({ resource }, index) =>
      resource.resourceType === 'DiagnosticReport' ? (stored[index] ?? []) : [],
    )
    for (const [index, group] of groups.entries()) {
      const [, id] = reports[index]?.split('/') ?? []
      if (id) store.noteReport(group.placer, id)
      store.noteCancelled(group.placer, cancelled.includes(group))
    }
    return { code: 'AA', errors: [] }
  } catch (error) {
    if (error instanceof UnreadableText) {
      return refuse(raw, [fault('102', 'MSH^1^18', error.message)], fhir)
    }
    logger.warn({ error: (error as Error).name }, 'hl7: the main API is unavailable')
    return { code: 'AR', errors: [fault('207', 'MSH^1', 'nothing was stored; please send it again')] }
  }
}

/** The interface's response, or the errors for which it refused. */
async function report(fhir: FhirClient, { bundle, locations }: ReportBundle): Promise<unknown> {
  try {
    return await fhir.transaction(bundle)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.issues.map((issue) => toAckError(issue, locations))
  }
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  'not-found': '204',
  required: '101',
  value: '102',
  structure: '102',
  'code-invalid': '103',
  duplicate: '205',
}

function toAckError({ code, diagnostics, expression }: Issue, locations: readonly string[]): AckError {
  const [, entry] = /^Bundle\.entry\[(\d+)\]/.exec(expression[0] ?? '') ?? []
  const location = (entry && locations[Number(entry)]) || 'MSH^1'
  return fault(CODES[code] ?? '207', location, diagnostics)
}

/** The fault concerns only the order or patient of the report; the values were read. */
const isOfWhom = ({ location }: AckError) => /^(OBR\^\d+\^2|PID\^\d+\^3)$/.test(location)

/**
 * Sends a message that cannot be expressed in FHIR to the interface unchanged, with the reasons. The
 * interface accepts no such transaction, but keeps it with the refused reports for the desk. If only the
 * order or patient is missing or wrong, the values that were read are added.
 */
async function refuse(
  raw: Hl7Message,
  errors: AckError[],
  fhir: FhirClient,
  read: ReportBundle | null = null,
): Promise<Acknowledged> {
  const resources = [
    {
      resourceType: 'OperationOutcome',
      issue: errors.map(({ location, message }) => ({
        severity: 'error',
        code: 'processing',
        diagnostics: message,
        expression: [location],
      })),
    },
    {
      resourceType: 'Binary',
      contentType: 'x-application/hl7-v2+er7',
      data: Buffer.from(raw.toString(), 'latin1').toString('base64'),
    },
  ]
  const entry = [
    ...resources.map((resource) => ({
      resource,
      request: { method: 'POST', url: resource.resourceType },
    })),
    ...(read?.bundle.entry ?? []),
  ]
  try {
    await fhir.transaction({ resourceType: 'Bundle', type: 'transaction', entry })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
  return { code: 'AE', errors }
}
