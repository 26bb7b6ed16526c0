import type { OrderState } from './order-states.ts'

interface Visited {
  readonly state: OrderState
  readonly visit: { readonly start: string; readonly end: string }
}

/** The next visit, or the one under way: among paid orders the earliest that has not ended. */
export function nextVisit<Order extends Visited>(orders: readonly Order[], now: Date): Order | null {
  const coming = orders.filter(
    ({ state, visit }) => state === 'paid' && Date.parse(visit.end) > now.getTime(),
  )
  return (
    coming.toSorted((one, other) => Date.parse(one.visit.start) - Date.parse(other.visit.start))[0] ?? null
  )
}

interface Fasting {
  readonly firstName: string
  readonly preparation: { readonly fastFrom: string | null; readonly beforeFeed: boolean }
}

/** Who may not eat from when: people who start together are listed together, the earliest first. */
export function fastsOf(patients: readonly Fasting[]): { from: string; names: string[] }[] {
  const fasts = new Map<string, string[]>()
  for (const { firstName, preparation } of patients) {
    const from = preparation.fastFrom
    if (from) fasts.set(from, [...(fasts.get(from) ?? []), firstName])
  }
  return [...fasts]
    .map(([from, names]) => ({ from, names }))
    .toSorted((one, other) => Date.parse(one.from) - Date.parse(other.from))
}

/** Earlier than this no one needs to think of it. */
const COUNTED_FROM_MS = 24 * 3_600_000
const MINUTE_MS = 60_000

export interface Countdown {
  /** eat: how long these people may still eat. fast: everybody fasts, how long until the visit. */
  until: 'eat' | 'fast'
  names: string
  hours: number
  minutes: number
}

/** Instants in milliseconds; the earliest fast first. */
export interface Fasts {
  readonly fasts: readonly { readonly from: number; readonly names: string }[]
  /** Everybody who fasts. */
  readonly everybody: string
  readonly start: number
}

/**
 * How long those who stop next may still eat, or how long everybody must fast; null before the last day, and once
 * the visit has begun.
 */
export function countdownOf({ fasts, everybody, start }: Fasts, now: number): Countdown | null {
  const next = fasts.find(({ from }) => now < from)
  const left = (next?.from ?? start) - now
  if (left <= 0 || left > COUNTED_FROM_MS) return null
  // Rounded up: nobody eats a minute too long, and the last minute still counts as one.
  const minutes = Math.ceil(left / MINUTE_MS)
  const [until, names] = next ? (['eat', next.names] as const) : (['fast', everybody] as const)
  return { until, names, hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

interface Waiting extends Visited {
  readonly id: string
  readonly expiresAt: string | null
  readonly visitChange: { readonly movedFrom: string | null }
}

export type Due<Order> =
  /** The place is held until payment. */
  | { readonly kind: 'pay'; readonly order: Order }
  /** The network has moved the visit and awaits an answer. */
  | { readonly kind: 'answer'; readonly order: Order }
  /** The samples are taken; results will follow. */
  | { readonly kind: 'expect'; readonly order: Order }

const IN_THE_LABORATORY: readonly OrderState[] = ['collected', 'inProgress', 'partiallyReported']

/** What needs to be done about orders, the most urgent first, and last what is only awaited. */
export function dueOf<Order extends Waiting>(orders: readonly Order[], now: Date): Due<Order>[] {
  const isHeld = ({ state, expiresAt }: Order) =>
    state === 'awaitingPayment' && expiresAt !== null && Date.parse(expiresAt) > now.getTime()
  const isMoved = ({ state, visit, visitChange }: Order) =>
    state === 'paid' && visitChange.movedFrom !== null && Date.parse(visit.start) > now.getTime()
  return [
    ...orders.filter(isHeld).map((order) => ({ kind: 'pay', order }) as const),
    ...orders.filter(isMoved).map((order) => ({ kind: 'answer', order }) as const),
    ...orders
      .filter(({ state }) => IN_THE_LABORATORY.includes(state))
      .map((order) => ({ kind: 'expect', order }) as const),
  ]
}
