import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** Off until an address for traces is set: until then none of this costs anything. */
let isOn = false

export function tracingStarted(): void {
  isOn = true
}

export function tracingEnded(): void {
  isOn = false
}

/** The trace of the work under way; undefined while traces are off. */
export function currentTraceId(): string | undefined {
  return isOn ? trace.getActiveSpan()?.spanContext().traceId : undefined
}

interface Spanned {
  kind?: SpanKind
  attributes?: Attributes
  /** What it belongs to; by default the work under way. */
  parent?: Context
}

/** Notes only the name of an error: its message may repeat what somebody typed. */
function noteFailure(span: Span, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error
  span.setAttribute('error.type', name).setStatus({ code: SpanStatusCode.ERROR })
}

function spanned<T>(
  name: string,
  { parent = context.active(), ...options }: Spanned,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return trace.getTracer('laboratory-shop').startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      noteFailure(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

function continued(traceparent: string | null | undefined): Context {
  return traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : ROOT_CONTEXT
}

/** The work under way, as W3C's `traceparent`; undefined while traces are off. */
export function currentTraceparent(): string | undefined {
  if (!isOn) return undefined
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/** Monitoring asks for these all day, and every page for assets. */
const UNTRACED = /^\/(?:healthz|readyz|assets\/.*)$/

/**
 * A request received over HTTP; it continues the caller's trace. Its name and route are known once it is answered
 * (`nameRequest`).
 */
export function tracedRequest(
  request: Request,
  answer: () => Response | Promise<Response>,
): Response | Promise<Response> {
  if (!isOn || UNTRACED.test(new URL(request.url).pathname)) return answer()
  const parent = continued(request.headers.get('traceparent'))
  return spanned('HTTP', { kind: SpanKind.SERVER, parent }, async (span) => {
    const response = await answer()
    span.setAttribute('http.response.status_code', response.status)
    if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    return response
  })
}

/** A part of a request with a name of its own. */
export function tracedPart<T>(name: string, work: () => Promise<T>): Promise<T> {
  return isOn ? spanned(name, {}, work) : work()
}

export function nameRequest({
  method,
  route,
  status,
}: {
  method: string
  route: string
  status: number
}): void {
  if (!isOn) return
  trace.getActiveSpan()?.updateName(`${method} ${route}`).setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  })
}

/** A call to another party. */
export function tracedCall<T>(party: string, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  if (!isOn) return work(undefined)
  return spanned(`call ${party}`, { kind: SpanKind.CLIENT, attributes: { 'peer.service': party } }, work)
}

/** A job, which belongs to the trace of the work that caused it. */
export function tracedJob<T>(
  queue: string,
  traceparent: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!isOn) return work()
  return spanned(`job ${queue}`, { kind: SpanKind.CONSUMER, parent: continued(traceparent) }, work)
}

const STATEMENT = /^\s*(\w+)(?:.*?\b(?:from|into)\s+((?:"?\w+"?\.)?"?\w+"?))?/is

/** What a statement does, and on which table; never its values. */
function summaryOf(text: string): string {
  const [, operation = '', table] = STATEMENT.exec(text) ?? []
  const name = operation.toUpperCase()
  const updated = name === 'UPDATE' ? /^\s*update\s+((?:"?\w+"?\.)?"?\w+"?)/i.exec(text)?.[1] : table
  return [name, updated?.replaceAll('"', '')].filter(Boolean).join(' ')
}

/** A statement of a request or job; one that belongs to neither is not traced. */
export function tracedStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (!isOn || !trace.getActiveSpan()?.isRecording()) return run()
  const summary = summaryOf(text)
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
  return spanned(summary, { kind: SpanKind.CLIENT, attributes }, run)
}
