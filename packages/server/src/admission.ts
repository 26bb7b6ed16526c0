import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { isHealth } from './health.ts'
import { type AdmissionRefusal, KINDS, type Kind, type KindOf } from './kind-of-work.ts'
import { networkOf } from './network-of.ts'

const LOOK_MS = 100
/** The share of its time that a process computes above which more concurrent work only makes everybody wait. */
const BUSY = 0.8
/** A process that is not busy doubles its limit from look to look, up to this number. */
const ALL = 4_096
/**
 * Orders have many steps and wait in each: more of them than pages can run at once without making the process busier.
 */
const ORDERS_PER_PAGE = 4
/** While orders are under way, pages, files and forms run one by one, and for about this share of the time. */
const SHARE_BESIDE_ORDERS = 1 / 5
/**
 * A request that takes longer waits for something other than this process, or reads slowly: the next one gets its
 * permit.
 */
const PERMIT_MS = 5_000
/** Requests of one network, waiting and under way, at a busy process: a family or a clinic stays below this. */
const PER_NETWORK = 24

/**
 * How long a request waits for a permit, and how many may wait. No one wants to type or order twice, so those wait
 * longer.
 */
const QUEUES: Readonly<Record<Kind, { waitMs: number; length: number }>> = {
  payments: { waitMs: 8_000, length: 200 },
  orders: { waitMs: 8_000, length: 200 },
  logins: { waitMs: 5_000, length: 100 },
  forms: { waitMs: 5_000, length: 100 },
  files: { waitMs: 5_000, length: 100 },
  pages: { waitMs: 1_500, length: 60 },
  papers: { waitMs: 5_000, length: 60 },
}

/** A request that was not admitted, why, and after how long. */
export interface RefusedRequest {
  kind: Kind
  reason: AdmissionRefusal
  ms: number
}

export interface AdmissionOptions {
  /** Requests that a busy process works on; null: no limit. */
  limit: number | null
  /** The address of the caller; null: a caller that is not counted, such as a program of the shop's own. */
  addressOf: (request: IncomingMessage) => string | null
  kindOf: KindOf
  refuse: (request: IncomingMessage, response: ServerResponse, refused: RefusedRequest) => void
  /** The share of the time since the last call that the process computed. */
  utilization?: () => number
  /** How long a request waits for its permit, and keeps it. Absent: as its kind says, and five seconds. */
  waitMs?: number
  permitMs?: number
}

/** The share of the time since the last look that the event loop computed. */
function ownUtilization(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}

interface Waiting {
  enter(): void
}

export type Admission = (request: IncomingMessage, response: ServerResponse, work: () => void) => void

/**
 * Lets a process that computes all the time work on `limit` requests at once, and on four times as many orders.
 * Others wait for a permit, orders and payments first, and are asked to come back later if they get none. An event
 * loop runs everything that is ready before it runs the first of it again: an order, which needs dozens of iterations,
 * waits in each of them for everything under way, and so does a health check. So few are also started in one iteration
 * of the loop. Logins and papers wait for threads, and have as many permits of their own each, so that no page
 * waits behind them. A process that waits, for its database for example, is not busy: it accepts more from look to
 * look, until it accepts everything.
 */
export function admissionOf({
  limit,
  addressOf,
  kindOf,
  refuse,
  utilization = ownUtilization(),
  waitMs: patience,
  permitMs = PERMIT_MS,
}: AdmissionOptions): Admission {
  if (limit === null) return (_, __, work) => work()
  let now = ALL
  let begun = 0
  /** While orders are under way, no page, file or form starts before this time. */
  let othersFrom = 0
  const underWay = { orders: 0, logins: 0, papers: 0, others: 0 }
  const held = new Map<string, number>()
  const queues = new Map(KINDS.map((kind) => [kind, new Set<Waiting>()]))

  function poolOf(kind: Kind): keyof typeof underWay {
    if (kind === 'logins' || kind === 'papers') return kind
    return kind === 'orders' || kind === 'payments' ? 'orders' : 'others'
  }
  function isFree(kind: Kind): boolean {
    if (begun >= limit!) return false
    const pool = poolOf(kind)
    if (pool === 'orders') return underWay.orders < now * ORDERS_PER_PAGE
    const goesBeside = underWay.orders > 0 && now < ALL
    if (!goesBeside) return underWay[pool] < now
    return underWay[pool] === 0 && (pool !== 'others' || performance.now() >= othersFrom)
  }

  function callNext(): void {
    for (const kind of KINDS) {
      for (const { enter } of queues.get(kind)!) {
        if (!isFree(kind)) break
        enter()
      }
    }
  }

  /** One more in this iteration of the event loop; the next one starts with those that wait. */
  function begin(kind: Kind): void {
    const isPaced = poolOf(kind) === 'others' && underWay.orders > 0
    const started = performance.now()
    // Until its duration is known.
    if (isPaced) othersFrom = Number.POSITIVE_INFINITY
    if (begun++ > 0 && !isPaced) return
    setImmediate(() => {
      begun = 0
      if (isPaced) {
        const pauseMs = (performance.now() - started) * (1 / SHARE_BESIDE_ORDERS - 1)
        othersFrom = performance.now() + pauseMs
        setTimeout(callNext, pauseMs + 1).unref()
      }
      callNext()
    })
  }

  setInterval(() => {
    now = utilization() > BUSY ? limit : Math.min(now * 2, ALL)
    callNext()
  }, LOOK_MS).unref()

  function hold(network: string, difference: 1 | -1): void {
    const count = (held.get(network) ?? 0) + difference
    if (count > 0) held.set(network, count)
    else held.delete(network)
  }

  function start(kind: Kind, response: ServerResponse, work: () => void): void {
    const pool = poolOf(kind)
    underWay[pool]++
    begin(kind)
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      underWay[pool]--
      callNext()
    }
    const timer = setTimeout(end, permitMs).unref()
    response.once('close', end)
    work()
  }

  return (request, response, work) => {
    const path = (request.url ?? '').split('?', 1)[0]!
    const kind = isHealth(path) ? null : kindOf(request.method ?? '', path)
    if (kind === null) {
      work()
      return
    }
    const address = kind === 'payments' ? null : addressOf(request)
    const network = address === null ? null : networkOf(address)
    if (network !== null) {
      if (now < ALL && (held.get(network) ?? 0) >= PER_NETWORK) {
        refuse(request, response, { kind, reason: 'network', ms: 0 })
        return
      }
      hold(network, 1)
      response.once('close', () => hold(network, -1))
    }
    const queue = queues.get(kind)!
    if (queue.size === 0 && isFree(kind)) {
      start(kind, response, work)
      return
    }
    const { length } = QUEUES[kind]
    const waitMs = patience ?? QUEUES[kind].waitMs
    if (queue.size >= length && now < ALL) {
      refuse(request, response, { kind, reason: 'queue_full', ms: 0 })
      return
    }
    const leave = () => {
      clearTimeout(timer)
      queue.delete(waiting)
      response.off('close', leave)
    }
    const waiting = {
      enter() {
        leave()
        start(kind, response, work)
      },
    }
    const timer = setTimeout(() => {
      leave()
      refuse(request, response, { kind, reason: 'waited', ms: waitMs })
    }, waitMs)
    response.once('close', leave)
    queue.add(waiting)
  }
}
