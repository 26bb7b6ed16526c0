import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { CalendarOnScreen } from './on-screen.ts'

/** A form about a calendar: it names the version that is on the screen. */
export function CalendarForm({
  calendar: { laboratory, version },
  className,
  children,
}: {
  calendar: CalendarOnScreen
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <Form method="post" className={className} preventScrollReset>
      <input type="hidden" name="laboratoryId" value={laboratory.id} />
      <input type="hidden" name="version" value={version} />
      {children}
    </Form>
  )
}
