import type { WireLaboratory } from '@shop/contract/laboratories'
import type { WireVisitSlot } from '@shop/contract/visits'
import { todayIn } from '@shop/domain/age'
import { addDays, isDate } from '@shop/domain/dates'
import { comesHome } from '@shop/domain/laboratory'
import { asksForMorningUrine } from '@shop/domain/preparation'
import { earliestVisitDate } from '@shop/domain/ready-date'
import { visitPlanOf } from '@shop/domain/visit-plan'
import {
  DAY_PART_HOURS,
  type DayPart,
  dayPartAt,
  HOME_VISIT_CUT_OFF,
  inZone,
  VISIT_HORIZON_DAYS,
  visitMinutes,
  visitSlots,
} from '@shop/domain/visit-slots'
import { formatDay, formatTime } from '@shop/texts/formats.server'
import type { PreparationView } from '@shop/texts/preparation-items'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { textsIn } from '../platform/texts/page-texts.server.ts'

const DAYS = 7

export interface SlotView {
  /** RFC 3339 with the business zone's offset: the value of the choice. */
  start: string
  /** "8:30" */
  time: string
  /** Free places. */
  free: number
  part: DayPart
}

export interface DayView {
  /** `YYYY-MM-DD` */
  date: string
  /** "Mon" */
  weekday: string
  dayOfMonth: number
  /** "Monday 23 November" */
  label: string
  /** closed: no visits on this weekday, or too late to order. */
  state: 'free' | 'full' | 'closed'
  freeSlots: number
}

/** Seven days, one of them open. */
export interface SlotWeek {
  /** "November 2026" */
  month: string
  days: DayView[]
  /** The open day; null if no day of the week has a free time. */
  day: DayView | null
  slots: SlotView[]
  /** "Morning, 9:00 to 12:00"; the release before does not tell. */
  partNames?: Record<DayPart, string>
  /** No day is long enough for this many people. */
  isTooLong: boolean
  /** The chosen time, if it is one of these slots. */
  chosen: string | null
  /** First days of the previous and the next week, within the thirty days. */
  earlier: string | null
  later: string | null
  /** Until when a home visit on the open day can be ordered: the day before, and the time. */
  cutOff: { day: string; time: string } | null
}

/** The people who come, which decides the suitable times. */
export interface VisitGroup {
  people: number
  minutes: number
  /** At least one of them must fast. */
  fasts: boolean
  /** At least one of them brings the morning's urine; the release before does not tell. */
  bringsMorningUrine?: boolean
}

/** The group that these people are, by what each of them does before the visit. */
export function groupOfPreparations(
  preparations: readonly Pick<PreparationView, 'fastingHours' | 'notes'>[],
): VisitGroup {
  const people = preparations.length
  return {
    people,
    minutes: visitMinutes(people),
    fasts: preparations.some(({ fastingHours }) => fastingHours > 0),
    bringsMorningUrine: preparations.some(({ notes }) => notes.some(asksForMorningUrine)),
  }
}

/** The instant in a form's field, which may contain anything; null if it is not a date. */
export function instantOf(text = ''): string | null {
  return Number.isNaN(Date.parse(text)) ? null : text
}

/**
 * A laboratory's times for a week. `from` and `day` come from the address and may be anything; `chosen` is
 * the time chosen before.
 */
export async function readSlotWeek(input: {
  shop: Shop
  laboratory: WireLaboratory
  /** How many people come: only times with enough time for all of them are included. */
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
    partNames: partNames(shop),
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

/** The week that starts on the earliest day, or a multiple of seven days later, and contains the wanted day. */
function startAround(wanted: string | null, earliest: string): string {
  let from = earliest
  while (wanted && addDays(from, DAYS) <= wanted) from = addDays(from, DAYS)
  return from
}

function dayView(date: string, slots: readonly WireVisitSlot[], locale: string): DayView {
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

function slotView({ start, free }: WireVisitSlot, shop: Shop): SlotView {
  return {
    start: inZone(start, shop.businessTimeZone),
    time: formatTime(start, shop),
    free,
    part: dayPartAt(start, shop.businessTimeZone),
  }
}

function partNames({ locale, env }: Shop): SlotWeek['partNames'] {
  const t = textsIn(locale, env.partner)
  return {
    early: t('order.slots.part.early', DAY_PART_HOURS),
    morning: t('order.slots.part.morning', DAY_PART_HOURS),
    day: t('order.slots.part.day', DAY_PART_HOURS),
    evening: t('order.slots.part.evening', DAY_PART_HOURS),
  }
}

function monthOf(days: readonly DayView[], locale: string): string {
  const months = [days[0], days.at(-1)].map((day) => (day ? formatDay(day.date, locale, 'month') : ''))
  return [...new Set(months)].join(' – ')
}
