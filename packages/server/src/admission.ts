import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'

const LOOK_MS = 100
/** The part of its time that a process computes, from which on more at once only makes everybody wait. */
const BUSY = 0.8
/** Longer nobody is kept waiting for a turn. */
const WAIT_MS = 1_000
const RETRY_SECONDS = '2'
/** Health, the carts and orders that people came for, and what payment providers report; the sandbox stands in for those. */
const GO_FIRST =
  /^\/(?:healthz$|readyz$|order\/|api\/(?:order|cart)|laboratory-api\/(?:orders|payments)|sandbox\/)/

/** What a request that has no turn is answered with. */
type Refusal = (request: IncomingMessage) => { type: string; body: string }

/** The part of the time since the last look that the event loop has computed. */
function ownUtilization(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}

type Admission = (request: IncomingMessage, response: ServerResponse, work: () => void) => void

/**
 * Lets a process that computes all the time work at `limit` requests at once; others wait for their turn, and after a second are asked to
 * come back. An order takes dozens of turns of the event loop, each as long as all that is under way: with fewer at once all are done sooner.
 * A process that waits, for its database say, is not busy, and takes whoever comes.
 */
export function admissionOf(
  limit: number | null,
  refusal: Refusal,
  utilization = ownUtilization(),
): Admission {
  if (limit === null) return (_, __, work) => work()
  let underWay = 0
  let isBusy = false
  const waiting = new Set<() => void>()
  const isFree = () => underWay < limit || !isBusy

  function callNext(): void {
    for (const enter of waiting) {
      if (!isFree()) return
      enter()
    }
  }
  setInterval(() => {
    isBusy = utilization() > BUSY
    callNext()
  }, LOOK_MS).unref()

  return (request, response, work) => {
    const start = () => {
      underWay++
      response.once('close', () => {
        underWay--
        callNext()
      })
      work()
    }
    if (GO_FIRST.test(request.url ?? '')) {
      work()
      return
    }
    if (isFree()) {
      start()
      return
    }
    const leave = () => {
      clearTimeout(timer)
      waiting.delete(enter)
      response.off('close', leave)
    }
    const enter = () => {
      leave()
      start()
    }
    const timer = setTimeout(() => {
      leave()
      const { type, body } = refusal(request)
      const fields = { 'Content-Type': type, 'Retry-After': RETRY_SECONDS, 'Cache-Control': 'no-store' }
      response.writeHead(503, fields).end(body)
    }, WAIT_MS)
    response.once('close', leave)
    waiting.add(enter)
  }
}
