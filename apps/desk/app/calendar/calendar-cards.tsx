import type { DeskCalendar } from '@shop/contract/desk-calendar'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { type ReactNode, useState } from 'react'
import { Form } from 'react-router'
import styles from './calendar.module.css'

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

/** Days on which the laboratory is closed, and a new one. */
export function ClosuresCard({
  calendar,
  mayChange,
  typed,
}: CalendarCard & { typed: URLSearchParams | null }) {
  const { t } = useTexts()
  const [begun] = useState(typed)
  const typedAs = (name: string) => begun?.get(name) ?? undefined
  const { closures } = calendar
  return (
    <Card as="section" stacked aria-labelledby="closures-title">
      <h2 id="closures-title">{t('desk:calendar.closures')}</h2>
      {closures.length === 0 && <p className="muted">{t('desk:calendar.noClosures')}</p>}
      <ul className="stack stack-s">
        {closures.map(({ id, first, last, fromTime, toTime, reason }) => {
          const days = first === last ? first : `${first} – ${last}`
          return (
            <li key={id}>
              <CalendarForm calendar={calendar} className={styles.line}>
                <input type="hidden" name="closureId" value={id} />
                <span>
                  {days}
                  {fromTime && `, ${fromTime}–${toTime}`}: {reason}
                </span>
                {mayChange && (
                  <SubmitButton
                    look="plain"
                    size="s"
                    name="intent"
                    value="reopen"
                    aria-label={`${t('desk:calendar.reopen')}, ${days}`}
                  >
                    {t('desk:calendar.reopen')}
                  </SubmitButton>
                )}
              </CalendarForm>
            </li>
          )
        })}
      </ul>
      {mayChange && (
        <CalendarForm calendar={calendar} className="stack stack-s">
          <div className={styles.steps}>
            <TextField
              name="firstDay"
              type="date"
              required
              label={t('desk:calendar.firstDay')}
              defaultValue={typedAs('firstDay')}
            />
            <TextField
              name="lastDay"
              type="date"
              label={t('desk:calendar.lastDay')}
              defaultValue={typedAs('lastDay')}
            />
            <TextField
              name="fromTime"
              type="time"
              label={t('desk:calendar.part')}
              defaultValue={typedAs('fromTime')}
            />
            <TextField
              name="toTime"
              type="time"
              label={t('desk:calendar.until')}
              defaultValue={typedAs('toTime')}
            />
          </div>
          <TextField
            name="reason"
            required
            minLength={2}
            maxLength={200}
            label={t('desk:calendar.reason')}
            hint={t('desk:calendar.reasonHint')}
            defaultValue={typedAs('reason')}
            autoComplete="off"
          />
          <SubmitButton name="intent" value="close">
            {t('desk:calendar.newClosure')}
          </SubmitButton>
        </CalendarForm>
      )}
    </Card>
  )
}

/** Public holidays that nobody has decided on. */
export function HolidaysCard({ calendar, mayChange }: CalendarCard) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked aria-labelledby="holidays-title">
      <h2 id="holidays-title">{t('desk:calendar.holidays')}</h2>
      <p className="muted">{t('desk:calendar.holidaysText')}</p>
      <ul className="stack stack-s">
        {calendar.holidays.map(({ date, name, day }) => (
          <li key={date}>
            <CalendarForm calendar={calendar} className={styles.line}>
              <input type="hidden" name="date" value={date} />
              <input type="hidden" name="name" value={name} />
              <span>
                {day}: {name}
              </span>
              {mayChange && (
                <span className="row">
                  <SubmitButton
                    look="quiet"
                    size="s"
                    name="intent"
                    value="holidayClosed"
                    aria-label={`${t('desk:calendar.close')}, ${day}`}
                  >
                    {t('desk:calendar.close')}
                  </SubmitButton>
                  <SubmitButton
                    look="plain"
                    size="s"
                    name="intent"
                    value="holidayOpen"
                    aria-label={`${t('desk:calendar.stayOpen')}, ${day}`}
                  >
                    {t('desk:calendar.stayOpen')}
                  </SubmitButton>
                </span>
              )}
            </CalendarForm>
          </li>
        ))}
      </ul>
    </Card>
  )
}
