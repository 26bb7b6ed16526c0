import type { CalendarChange, DeskCalendar } from '@shop/contract/desk-calendar'
import { WEEKDAYS } from '@shop/domain/dates'
import { textsOf } from '../forms/run-form.server.ts'

/** The change that a form of the calendar asks for; null if none. The main API reports what is wrong in it. */
export function changeOf(form: FormData, { week }: Pick<DeskCalendar, 'week'>): CalendarChange | null {
  const text = textsOf(form)
  const intent = text('intent')
  if (intent === 'week') return { kind: 'week', week: { ...week, ...daysOf(form) } }
  if (intent === 'close') {
    const [firstDay, lastDay] = [text('firstDay'), text('lastDay')]
    return {
      kind: 'close',
      firstDay,
      lastDay: lastDay || firstDay,
      fromTime: text('fromTime') || null,
      toTime: text('toTime') || null,
      reason: text('reason'),
    }
  }
  if (intent === 'reopen') return { kind: 'reopen', closureId: text('closureId') }
  if (intent === 'holidayClosed' || intent === 'holidayOpen') {
    const [date, name] = [text('date'), text('name')]
    return { kind: 'holiday', date, name, isOpen: intent === 'holidayOpen' }
  }
  return null
}

/** The weekday of a form of hours, and the others that it also applies to. */
export const daysNamed = (form: FormData): string[] =>
  [...form.getAll('weekday'), ...form.getAll('alsoFor')].map(String)

function daysOf(form: FormData): Partial<DeskCalendar['week']> {
  const chosen = new Set(daysNamed(form))
  const day = form.has('isOpen') ? openDay(form) : null
  return Object.fromEntries(WEEKDAYS.filter((name) => chosen.has(name)).map((name) => [name, day]))
}

/** The hours and the rows of places; the first row starts at the opening, and empty rows are left out. */
function openDay(form: FormData): NonNullable<DeskCalendar['week']['monday']> {
  const text = textsOf(form)
  const open = text('open')
  const times = [open, ...form.getAll('from').map(String)]
  const places = form.getAll('places').map(String)
  const capacity = times.flatMap((from, index) => {
    const typed = (places[index] ?? '').trim()
    return typed === '' && (index > 0 || from === '') ? [] : [{ from, places: Number(typed || '0') }]
  })
  return { open, close: text('close'), capacity }
}
