import type { DeskCalendar } from '@shop/contract/desk-calendar'
import type { ReactNode } from 'react'
import { Form } from 'react-router'

/** A calendar with its days in words. */
export interface CalendarOnScreen
  extends Pick<DeskCalendar, 'laboratory' | 'version' | 'week' | 'from' | 'times'> {
  days: { date: string; label: string }[]
  closures: (DeskCalendar['closures'][number] & { first: string; last: string })[]
  holidays: { date: string; name: string; day: string }[]
}

export interface CalendarCard {
  calendar: CalendarOnScreen
  mayChange: boolean
}

/** What the page's forms have done: the weekdays that were saved, or everything that a refused form said. */
export type CalendarDone = { days: readonly string[]; typed: [string, string][] | null } | undefined

/** What stood in a refused form, for a page that is shown anew without scripts; null: this form was not refused. */
export function typedIn(done: CalendarDone, intent: string, weekday?: string): URLSearchParams | null {
  if (!done?.typed) return null
  const typed = new URLSearchParams(done.typed)
  return typed.get('intent') === intent && (typed.get('weekday') ?? undefined) === weekday ? typed : null
}

/** A form about a calendar: it names the version that is on the screen. */
export function CalendarForm({
  calendar: { laboratory, version },
  className,
  onInput,
  children,
}: {
  calendar: CalendarOnScreen
  className?: string | undefined
  onInput?: () => void
  children: ReactNode
}) {
  return (
    <Form method="post" className={className} preventScrollReset onInput={onInput}>
      <input type="hidden" name="laboratoryId" value={laboratory.id} />
      <input type="hidden" name="version" value={version} />
      {children}
    </Form>
  )
}
