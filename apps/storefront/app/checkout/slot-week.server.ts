import type { WireLaboratory } from '@shop/contract/laboratories'
import type { VisitSlot } from '@shop/contract/visits'
import { todayIn } from '@shop/domain/age'
import { addDays, isDate } from '@shop/domain/dates'
import { comesHome, visitPlanOf } from '@shop/domain/laboratory'
import { earliestVisitDate } from '@shop/domain/ready-date'
import {
  type DayPart,
  dayPartOf,
  HOME_VISIT_CUT_OFF,
  inZone,
  VISIT_HORIZON_DAYS,
  visitSlots,
} from '@shop/domain/visit-slots'
import { formatDay, formatTime } from '@shop/texts/formats.server'
import type { Shop } from '../platform/session/shop-context.server.ts'

const DAYS = 7

export interface SlotView {
  /** RFC 3339 with the business zone's offset: the value of the choice. */
  start: string
  /** 8:30 */
  time: string
  /** Places left. */
  free: number
  part: DayPart
}

export interface DayView {
  /** `YYYY-MM-DD` */
  date: string
  /** Mon */
  weekday: string
  dayOfMonth: number
  /** Monday 23 November */
  label: string
  /** closed: no visits on this weekday, or too late to order. */
  state: 'free' | 'full' | 'closed'
  freeSlots: number
}

/** Seven days, one of them opened. */
export interface SlotWeek {
  /** November 2026 */
  month: string
  days: DayView[]
  /** The opened day; null when no day of the week has a free time. */
  day: DayView | null
  slots: SlotView[]
  /** So many people come that no day is long enough for them. */
  isTooLong: boolean
  /** The chosen time, if it is among these slots. */
  chosen: string | null
  /** First days of the weeks before and after, within the thirty days. */
  earlier: string | null
  later: string | null
  /** Until when a home visit on the opened day can be ordered: its eve and the time. */
  cutOff: { day: string; time: string } | null
}

/** Who comes, which decides what times suit. */
export interface VisitGroup {
  people: number
  minutes: number
  /** Somebody of them must not eat before. */
  fasts: boolean
}

/** The instant that a form names; what was sent may be anything. */
export function instantOf(text = ''): string | null {
  return Number.isNaN(Date.parse(text)) ? null : text
}

/**
 * The times of a laboratory for a week. `from` and `day` come from the address and may be anything;
 * `chosen` is the time that was chosen before.
 */
export async function readSlotWeek(input: {
  shop: Shop
  laboratory: WireLaboratory
  /** How many come: a time is shown where there is enough for all of them. */
  people: number
  from: string | null
  day: string | null
  chosen: string | null
}): Promise<SlotWeek> {
  const { shop, laboratory, people, chosen } = input
  const { businessTimeZone: zone, locale } = shop
  const today = todayIn(zone, shop.now())
  const last = addDays(today, VISIT_HORIZON_DAYS)
  const plan = { plan: visitPlanOf(laboratory), now: shop.now(), zone }
  const first = earliestVisitDate({ ...plan, people })
  const earliest = first ?? today
  const chosenDate = chosen ? todayIn(zone, new Date(chosen)) : null
  const clamp = (date: string) => (date < earliest ? earliest : date > last ? last : date)
  const valid = (text: string | null) => (text && isDate(text) ? clamp(text) : null)
  const wanted = valid(input.day) ?? valid(chosenDate)
  const from = valid(input.from) ?? startAround(wanted, earliest)
  const suffices = new Set(
    visitSlots({ ...plan, people, from, days: DAYS }).map(({ start }) => Date.parse(start)),
  )
  const slots = (await shop.api.visitSlots({ laboratoryId: laboratory.id, from, days: DAYS })).filter(
    ({ start }) => suffices.has(Date.parse(start)),
  )
  const byDate = Map.groupBy(slots, ({ start }) => todayIn(zone, new Date(start)))
  const days = Array.from({ length: DAYS }, (_, index) => addDays(from, index))
    .filter((date) => date <= last)
    .map((date) => dayView(date, byDate.get(date) ?? [], locale))
  const day =
    days.find(({ date, state }) => date === wanted && state === 'free') ??
    days.find(({ state }) => state === 'free') ??
    null
  const views = day ? (byDate.get(day.date) ?? []).map((slot) => slotView(slot, shop)) : []
  return {
    month: monthOf(days, locale),
    days,
    day,
    slots: views,
    isTooLong: first === null && earliestVisitDate(plan) !== null,
    chosen: views.find(({ start }) => chosen && Date.parse(start) === Date.parse(chosen))?.start ?? null,
    earlier: from > earliest ? clamp(addDays(from, -DAYS)) : null,
    later: addDays(from, DAYS) <= last ? addDays(from, DAYS) : null,
    cutOff:
      day && comesHome(laboratory)
        ? { day: formatDay(addDays(day.date, -1), locale), time: HOME_VISIT_CUT_OFF }
        : null,
  }
}

/** The week that begins with the earliest day, or a later one in the same rhythm that holds the wanted day. */
function startAround(wanted: string | null, earliest: string): string {
  let from = earliest
  while (wanted && addDays(from, DAYS) <= wanted) from = addDays(from, DAYS)
  return from
}

function dayView(date: string, slots: readonly VisitSlot[], locale: string): DayView {
  const freeSlots = slots.filter(({ free }) => free > 0).length
  return {
    date,
    weekday: formatDay(date, locale, 'weekdayShort'),
    dayOfMonth: Number(date.slice(8)),
    label: formatDay(date, locale),
    state: freeSlots > 0 ? 'free' : slots.length > 0 ? 'full' : 'closed',
    freeSlots,
  }
}

function slotView({ start, free }: VisitSlot, shop: Shop): SlotView {
  const local = inZone(new Date(start).toISOString(), shop.businessTimeZone)
  return {
    start: local,
    time: formatTime(start, shop),
    free,
    part: dayPartOf(Number(local.slice(11, 13))),
  }
}

function monthOf(days: readonly DayView[], locale: string): string {
  const months = [days[0], days.at(-1)].map((day) => (day ? formatDay(day.date, locale, 'month') : ''))
  return [...new Set(months)].join(' – ')
}
