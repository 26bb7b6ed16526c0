import type { DeskOrder } from '@shop/contract/desk'
import type { StaffPermission } from '@shop/domain/staff'
import { possibleSteps } from '@shop/domain/visit-progress'
import { answered, type FormProblem, problemOf } from '../session/answered.server.ts'
import type { Desk } from '../session/desk-context.server.ts'
import { dayInWords } from '../texts/format.server.ts'

/** A time of the calendar that is free. */
export interface FreeTime {
  start: string
  day: string
  time: string
  free: number
}

/** Free times of a week at the order's laboratory, where somebody asked for them and may move the visit; else null. */
export async function loadFreeTimes(
  desk: Desk,
  {
    order,
    from,
    permissions,
  }: { order: DeskOrder; from: string | null; permissions: readonly StaffPermission[] },
): Promise<{ from: string; times: FreeTime[] } | null> {
  const canMove = possibleSteps(order.state, order.visit.state).includes('move')
  if (from === null || !canMove || !permissions.includes('visits.move')) return null
  const calendar = await answered(
    desk,
    desk.api.deskCalendar(order.laboratory.id, { from: from || order.visit.start.slice(0, 10) }),
  )
  const times = calendar.times
    .filter(({ start, places, taken }) => places > taken && Date.parse(start) > Date.now())
    .map(({ start, date, time, places, taken }) => ({
      start,
      day: dayInWords(date, desk.locale),
      time,
      free: places - taken,
    }))
  return { from: calendar.from, times }
}

/** Another time, or the end of an order, from its form; `undefined`: the form is about something else. */
export async function changeOrderAtDesk(
  desk: Desk,
  orderId: string,
  form: FormData,
): Promise<{ problem: FormProblem | null; refund?: string | null } | undefined> {
  const text = (name: string) => String(form.get(name) ?? '')
  const intent = text('intent')
  try {
    if (intent === 'move') {
      await desk.api.moveAtDesk(orderId, {
        version: Number(text('version')),
        current: text('current'),
        start: text('start'),
        isAgreed: form.has('isAgreed'),
      })
      return { problem: null }
    }
    if (intent === 'cancelOrder') {
      const state = text('state') as DeskOrder['state']
      const { refund } = await desk.api.cancelAtDesk(orderId, {
        state,
        reason: text('reason'),
        isAgreed: form.has('isAgreed'),
      })
      return { problem: null, refund }
    }
    return undefined
  } catch (error) {
    return { problem: problemOf(desk, error) }
  }
}
