import { daysAfter } from '../retention.ts'
import { toInstant } from './fhir-time.ts'
import { FhirRefusal, type OutcomeIssue } from './operation-outcome.ts'
import { parseServiceRequestId, serviceRequestId } from './service-request-id.ts'
import { isOrderNumberSystem } from './systems.ts'
import { REQUEST_STATUSES, type RequestStatus } from './tables.ts'

const INCLUDES = ['patient', 'specimen', 'location'] as const
export type Include = (typeof INCLUDES)[number]

/** Limits of an instant; all that are given apply. */
export interface InstantRange {
  from?: Date
  after?: Date
  before?: Date
  until?: Date
}

/** Where a page ended. */
export interface RequestCursor {
  lastUpdated: Date
  orderId: string
  position: number
}

export interface RequestSearch {
  statuses: RequestStatus[] | undefined
  lastUpdated: InstantRange | undefined
  orderNumbers: string[] | undefined
  includes: ReadonlySet<Include>
  /** With the reports on the requests. */
  withReports: boolean
  count: number
  after: RequestCursor | null
}

const REPORTS = 'DiagnosticReport:based-on'
const DEFAULT_COUNT = 50
const LARGEST_COUNT = 200
/** The parameter of a `next` link that says where to continue. */
const CURSOR = '_cursor'
/** The times that can be stored, and so searched for. */
const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z')
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59Z')

/**
 * Parses the query of a search for ServiceRequests. An unknown parameter is refused: silently ignoring a filter would
 * give a wrong answer. @throws FhirRefusal 400
 */
export function parseRequestSearch(query: URLSearchParams): RequestSearch {
  const issues: OutcomeIssue[] = []
  const refuse = (name: string, diagnostics: string) =>
    issues.push({ code: 'value', expression: `http.${name}`, diagnostics })
  const search: RequestSearch = {
    statuses: undefined,
    lastUpdated: undefined,
    orderNumbers: undefined,
    includes: new Set(),
    withReports: false,
    count: DEFAULT_COUNT,
    after: null,
  }
  const includes = new Set<Include>()
  for (const [name, value] of query) {
    if (value.includes('\0')) refuse(name, 'The text must not contain NUL')
    else if (name === 'status') search.statuses = parseStatuses(value, refuse)
    else if (name === 'requisition') search.orderNumbers = value.split(',').map(withoutSystem)
    else if (name === '_lastUpdated')
      search.lastUpdated = { ...search.lastUpdated, ...parseRange(value, refuse) }
    else if (name === '_include') addInclude(includes, value, refuse)
    else if (name === '_revinclude' && value === REPORTS) search.withReports = true
    else if (name === '_revinclude') refuse(name, `only ${REPORTS} is supported`)
    else if (name === '_count') search.count = parseCount(value, refuse)
    else if (name === CURSOR) search.after = parseCursor(value, refuse)
    else if (name !== '_format') {
      issues.push({ code: 'not-supported', expression: `http.${name}`, diagnostics: 'Unknown parameter' })
    }
  }
  if (issues.length > 0) throw new FhirRefusal(400, ...issues)
  return { ...search, includes }
}

type Refuse = (name: string, diagnostics: string) => void

function parseStatuses(value: string, refuse: Refuse): RequestStatus[] {
  const statuses = value.split(',').map((word) => REQUEST_STATUSES.find((status) => status === word))
  if (!statuses.includes(undefined)) return statuses as RequestStatus[]
  refuse('status', `only ${REQUEST_STATUSES.join(', ')} are supported`)
  return []
}

function withoutSystem(token: string): string {
  const [system, value] = token.includes('|') ? token.split('|') : [undefined, token]
  return system === undefined || system === '' || isOrderNumberSystem(system) ? (value ?? '') : ''
}

/** `ge2026-11-20`, `lt2026-11-20T10:00:00Z`; a day is a UTC day. */
function parseRange(value: string, refuse: Refuse): InstantRange {
  const [, prefix = 'eq', text = ''] = /^([a-z]{2})?(\d{4}-\d{2}-\d{2}.*)$/.exec(value) ?? []
  const isDay = text.length === 'YYYY-MM-DD'.length
  // A plus that was not encoded arrives as a space.
  const start = isDay || /(Z|[+ -]\d{2}:\d{2})$/.test(text) ? toInstant(text.replace(' ', '+'), 'UTC') : null
  if (!start) {
    refuse('_lastUpdated', 'ge, gt, le or lt must be followed by a day, or by an instant with its time zone')
    return {}
  }
  const end = daysAfter(start, 1)
  if (start.getTime() < FIRST_INSTANT || end.getTime() > LAST_INSTANT) {
    refuse('_lastUpdated', 'The time must be between the year 1 and 9999-12-30')
    return {}
  }
  if (prefix === 'ge') return { from: start }
  if (prefix === 'gt') return isDay ? { from: end } : { after: start }
  if (prefix === 'lt') return { before: start }
  if (prefix === 'le') return isDay ? { before: end } : { until: start }
  if (prefix === 'eq') return isDay ? { from: start, before: end } : { from: start, until: start }
  refuse('_lastUpdated', 'only ge, gt, le and lt are supported')
  return {}
}

function addInclude(includes: Set<Include>, value: string, refuse: Refuse): void {
  const name = value === 'ServiceRequest:subject' ? 'patient' : value.replace(/^ServiceRequest:/, '')
  const known = INCLUDES.find((include) => include === name)
  if (known) includes.add(known)
  else refuse('_include', `must be ServiceRequest: followed by one of ${INCLUDES.join(', ')}`)
}

function parseCount(value: string, refuse: Refuse): number {
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1) return Math.min(count, LARGEST_COUNT)
  refuse('_count', `must be from 1 to ${LARGEST_COUNT}`)
  return DEFAULT_COUNT
}

function parseCursor(value: string, refuse: Refuse): RequestSearch['after'] {
  const [, time, id = ''] = /^(\d{1,15})-(.+)$/.exec(value) ?? []
  const last = parseServiceRequestId(id)
  const lastUpdated = Number(time)
  if (last && lastUpdated <= LAST_INSTANT) return { ...last, lastUpdated: new Date(lastUpdated) }
  refuse(CURSOR, 'Follow the link with the relation next')
  return null
}

/** The query of the same search, continued after `after`. */
export function nextQuery(query: URLSearchParams, after: RequestCursor): string {
  const next = new URLSearchParams(query)
  const { lastUpdated, orderId, position } = after
  next.set(CURSOR, `${lastUpdated.getTime()}-${serviceRequestId(orderId, position)}`)
  return next.toString()
}
