import type { DeskOrder } from '@shop/contract/desk'
import { plainHours } from '@shop/domain/locale'
import type { StaffPermission } from '@shop/domain/staff'
import { planOfCalendar } from '@shop/domain/visit-plan'
import { possibleSteps } from '@shop/domain/visit-progress'
import { visitSlots } from '@shop/domain/visit-slots'
import { formatDay } from '@shop/texts/formats.server'
import { doIntent, textsOf } from '../forms/run-form.server.ts'
import type { Desk } from '../session/desk-context.server.ts'
import { visitSteps } from './change-visit.server.ts'

/** A free time of the calendar. */
export interface OfferedTime {
  start: string
  day: string
  /** With its day in short: closed, a list of choices does not show the day above its times. */
  time: string
  free: number
}

/**
 * The free times of a week at the order's laboratory with room for all its people, without those too near to be
 * accepted; null unless they were requested and the visit may be moved.
 */
export async function loadFreeTimes(
  desk: Desk,
  {
    order,
    from,
    permissions,
  }: { order: DeskOrder; from: string | null; permissions: readonly StaffPermission[] },
): Promise<{ from: string; times: OfferedTime[] } | null> {
  const canMove = possibleSteps(order.state, order.visit.state).includes('move')
  if (from === null || !canMove || !permissions.includes('visits.move')) return null
  const calendar = await desk.api.deskCalendar(order.laboratory.id, {
    from: from || order.visit.start.slice(0, 10),
  })
  const range = {
    plan: planOfCalendar(order.visit.kind, calendar),
    people: order.patients.length,
    from: calendar.from,
    days: 7,
    now: new Date(),
    zone: desk.businessTimeZone,
  }
  const suffices = new Set(visitSlots(range).map(({ start }) => Date.parse(start)))
  const times = calendar.times
    .filter(({ places, taken }) => places > taken)
    .filter(({ start }) => suffices.has(Date.parse(start)))
    .map(({ start, date, time, places, taken }) => ({
      start,
      day: formatDay(date, desk.locale, 'fullDay'),
      time: `${formatDay(date, desk.locale, 'dayShort')}, ${plainHours(time)}`,
      free: places - taken,
    }))
  return { from: calendar.from, times }
}

/** What was typed into a form of an order's page; a tube label with the name of its field. */
export function typedInOrder(form: FormData) {
  const text = textsOf(form)
  const labels = [...form].flatMap(([name, value]): [string, string][] =>
    name.startsWith('label:') ? [[name, String(value)]] : [],
  )
  return { text: text('text'), reason: text('reason'), labels }
}

/** Does what the forms of an order's page ask for. */
export function changeOrder(desk: Desk, orderId: string, form: FormData) {
  const { api } = desk
  const text = textsOf(form)
  return doIntent(desk, form, {
    ...visitSteps(desk, form),
    note: () => api.addOrderNote(orderId, { text: text('text') }),
    endSessions: () =>
      api.endSessionsByOrder(orderId, { password: text('password'), reason: text('reason') }),
    askTests: () => api.askForTests(orderId),
    openTests: () => api.openOrderTests(orderId, { reason: text('text') }),
    repeatMail: () => api.repeatOrderMail(orderId, text('mail')),
    move: () =>
      api.moveAtDesk(orderId, {
        version: Number(text('version')),
        current: text('current'),
        start: text('start'),
        isAgreed: form.has('isAgreed'),
      }),
    cancelOrder: () =>
      api.cancelAtDesk(orderId, {
        state: text('state') as DeskOrder['state'],
        reason: text('reason'),
        isAgreed: form.has('isAgreed'),
      }),
  })
}
