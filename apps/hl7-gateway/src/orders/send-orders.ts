import { setTimeout as sleep } from 'node:timers/promises'
import type { Hl7Message } from '@medplum/core'
import { describeError } from '@shop/server/log'
import type { Logger } from 'pino'
import type { FhirClient } from '../fhir/fhir-client.ts'
import { findRequests, type ServiceRequest } from '../fhir/requests.ts'
import { newControlId } from '../messages/acknowledge.ts'
import { read } from '../messages/encoding.ts'
import { type Names, placerOf, writeOrder } from '../messages/write-order.ts'
import { countHl7Message } from '../metrics.ts'
import { toBytes } from '../mllp/byte-message.ts'
import type { Charset } from '../mllp/charsets.ts'
import { NoConnection, type Sender } from '../mllp/send.ts'
import type { OrderControl, Outgoing, Store } from '../store.ts'

export interface Ordering {
  fhir: FhirClient
  store: Store
  sender: Sender
  names: Names
  charset: Charset
  logger: Logger
  now: () => Date
  /** How often the gateway looks for orders. */
  intervalMs: number
  pauses: { first: number; longest: number }
}

/** Requests written while a search ran may be older than those it found. */
const OVERLAP_MS = 10 * 60_000

/** Looks for orders and sends them, repeatedly, until it is closed. */
export function keepOrdering(ordering: Ordering): { close(): Promise<void> } {
  const end = new AbortController()
  const { logger, intervalMs, pauses } = ordering
  async function run() {
    let failures = 0
    while (!end.signal.aborted) {
      try {
        await findOrders(ordering)
        await sendDue(ordering, end.signal)
        failures = 0
      } catch (error) {
        failures += 1
        logger.warn({ ...describeError(error), failures }, 'hl7: orders could not be read or sent')
      }
      const pause = failures === 0 ? intervalMs : growingPause(failures, pauses)
      await sleep(Math.min(pause, intervalMs), undefined, { signal: end.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    async close() {
      end.abort()
      ordering.sender.close()
      await running
    },
  }
}

/** Queues orders that are new to the laboratory and cancellations of those it knows. */
async function findOrders({ fhir, store, now }: Ordering): Promise<void> {
  const since = store.lastUpdated()
  const from = since && new Date(Date.parse(since) - OVERLAP_MS).toISOString()
  const { requests } = await findRequests(fhir, {
    status: 'active,revoked',
    _count: '200',
    ...(from ? { _lastUpdated: `ge${from}` } : {}),
  })
  const changed = requests.flatMap((request) => {
    const control = controlFor(request, store)
    return control ? [{ request, control }] : []
  })
  const revoked = changed.flatMap(({ request, control }) => (control === 'CA' ? [request] : []))
  const refunded = await findRefunded(revoked, { fhir, store })
  const news = changed.filter(
    ({ request, control }) => control === 'NW' || refunded.has(request.requisition.value),
  )
  const keyOf = ({ request, control }: { request: ServiceRequest; control: OrderControl }) =>
    [request.requisition.value, request.subject.reference, control].join(' ')
  for (const group of Map.groupBy(news, keyOf).values()) {
    const [{ request, control }] = group as [(typeof group)[number]]
    store.addOutgoing(
      {
        controlId: newControlId(),
        control,
        orderNumber: request.requisition.value,
        patient: request.subject.reference,
        placers: group.map((one) => placerOf(one.request)),
      },
      now(),
    )
  }
  const latest = requests
    .map(({ meta }) => meta.lastUpdated)
    .sort((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1)
  if (latest && (!since || Date.parse(latest) > Date.parse(since))) store.noteLastUpdated(latest)
}

function controlFor(request: ServiceRequest, store: Store): OrderControl | null {
  const lastSent = store.controlOf(placerOf(request))
  if (request.status === 'active') return lastSent === null ? 'NW' : null
  return lastSent === 'NW' ? 'CA' : null
}

/**
 * The numbers of the orders that were refunded. A request is also revoked when the laboratory reports that it
 * cancelled the analysis itself: then there is nothing to cancel there. The interface does not tell the two apart, but a
 * refund revokes all requests of an order, and every report of the laboratory comes through the gateway, except what the
 * desk puts right.
 */
async function findRefunded(
  revoked: readonly ServiceRequest[],
  { fhir, store }: Pick<Ordering, 'fhir' | 'store'>,
): Promise<Set<string>> {
  const byUs = revoked.filter((request) => !store.isCancelledByLaboratory(placerOf(request)))
  const refunded = new Set<string>()
  for (const number of new Set(byUs.map(({ requisition }) => requisition.value))) {
    const { requests } = await findRequests(fhir, { requisition: number, _count: '200' })
    if (requests.every(({ status }) => status === 'revoked')) refunded.add(number)
  }
  return refunded
}

/** Nothing was taken: because of what the message says, or for now. */
const REFUSAL = /^[AC][ER]$/
const REFUSED_FOR_CONTENT = /^[AC]E$/

/** Sends due messages in the order in which they were queued. A broken connection ends the round. */
async function sendDue(ordering: Ordering, signal: AbortSignal): Promise<void> {
  const { store, sender, logger, pauses, now } = ordering
  for (const outgoing of store.dueOutgoing(now())) {
    if (signal.aborted) return
    const { controlId, orderNumber, attempts } = outgoing
    const again = (mayBeKnown: boolean) => {
      const at = new Date(now().getTime() + growingPause(attempts, pauses))
      store.tryAgain({ ...outgoing, mayBeKnown }, at)
    }
    let isUnanswered = false
    try {
      const { message, isCalledOff } = await readOrder(ordering, outgoing)
      if (!message) {
        store.drop(outgoing, now())
        logger.info({ orderNumber }, 'hl7: there is nothing left to tell the laboratory of an order')
        continue
      }
      store.noteSending(controlId)
      isUnanswered = true
      const answer = read((await sender.send(message)).getSegment('MSA')!, 1).toUpperCase()
      isUnanswered = !REFUSAL.test(answer)
      countHl7Message('out', answer)
      if (answer === 'AA' || answer === 'CA') {
        store.end(controlId, now())
        logger.info({ orderNumber }, 'hl7: the laboratory has accepted an order')
        continue
      }
      logger.error(
        { orderNumber, answer, attempts: attempts + 1 },
        'hl7: the laboratory has refused an order',
      )
      const isForContent = REFUSED_FOR_CONTENT.test(answer)
      // It may be refused because an earlier attempt was taken: the cancellation must not wait for it any longer.
      if (isCalledOff && isForContent) {
        store.end(controlId, now())
        continue
      }
      again(outgoing.mayBeKnown || isUnanswered)
      if (isForContent && store.noteRefused(controlId, now())) {
        logger.error(
          { orderNumber, control: outgoing.control },
          'hl7: an order was refused too often and is sent only once a day until someone settles it',
        )
      }
    } catch (error) {
      countHl7Message('out', null)
      again(outgoing.mayBeKnown || (isUnanswered && !(error instanceof NoConnection)))
      throw error
    }
  }
}

/**
 * Reads the current order as a message under its existing control id; null: there is nothing to be sent. An order that
 * was called off before the laboratory could know of it is not sent. If an earlier attempt was not answered, the
 * laboratory may have taken the order: then it is sent until that is known, and its cancellation follows.
 */
async function readOrder(
  { fhir, store, names, charset, now }: Ordering,
  outgoing: Outgoing,
): Promise<{ message: Hl7Message | null; isCalledOff: boolean }> {
  const { control, orderNumber, placers } = outgoing
  const found = await findRequests(fhir, { requisition: orderNumber, _count: '200' })
  const requests = found.requests.filter((request) => placers.includes(placerOf(request)))
  const isCalledOff = control === 'NW' && requests.every(({ status }) => status === 'revoked')
  const isOver =
    isCalledOff &&
    (!outgoing.mayBeKnown || requests.every((request) => store.isCancelledByLaboratory(placerOf(request))))
  const patient = found.patients.get(outgoing.patient)
  // An account erased in the meantime takes its orders with it.
  if (isOver || requests.length === 0 || !patient) return { message: null, isCalledOff }
  const { specimens } = found
  const order = writeOrder({ ...outgoing, patient, requests, specimens }, names, now())
  return { message: toBytes(order, charset), isCalledOff }
}

/** Doubles the pause each time, up to the longest. */
function growingPause(attempts: number, { first, longest }: { first: number; longest: number }): number {
  return Math.min(first * 2 ** Math.min(attempts, 30), longest)
}
