import type { DeskCalendar } from '@shop/contract/desk-calendar'
import { LONGEST_CLOSURE_REASON, SHORTEST_CLOSURE_REASON } from '@shop/contract/input-lengths'
import { groupBy } from '@shop/domain/group-by'
import { plainHours } from '@shop/domain/locale'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { classNames } from '@shop/storefront/ui/class-names.ts'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { type ReactNode, useState } from 'react'
import { Form, Link } from 'react-router'
import { KeptFields } from '../forms/kept-fields.tsx'
import { pathOf, withQuery } from '../navigation.ts'
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

/** The outcome of the page's forms: the weekdays that were saved, or everything that a refused form contained. */
export type CalendarDone = { days: readonly string[]; typed: [string, string][] | null } | undefined

/** The contents of a refused form, for a page shown again without scripts; null if this form was not refused. */
export function typedIn(done: CalendarDone, intent: string, weekday?: string): URLSearchParams | null {
  if (!done?.typed) return null
  const typed = new URLSearchParams(done.typed)
  return typed.get('intent') === intent && (typed.get('weekday') ?? undefined) === weekday ? typed : null
}

/** A form about a calendar; it sends the version on the screen. */
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

/** A week of times with how many places of each are taken. Each hour is one row; the unfolded hour shows its times. */
export function WeekTable({ calendar, hour }: { calendar: CalendarOnScreen; hour: string | null }) {
  const { t } = useTexts()
  const { days, times, laboratory, from } = calendar
  const rows = foldByHour(times, hour)
  const foldedAt = (name: string) =>
    withQuery(pathOf('calendar'), { place: laboratory.id, from, hour: name === hour ? null : name })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="deskScroll" tabIndex={0} aria-label={t('desk:calendar.caption')}>
      <table className={classNames('deskTable', styles.week)}>
        <caption className="visually-hidden">{t('desk:calendar.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('desk:time')}</th>
            {days.map(({ date, label }) => (
              <th key={date} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={8}>{t('desk:calendar.closed')}</td>
            </tr>
          )}
          {rows.map((row) => (
            <tr key={row.time} className={row.isHour ? undefined : styles.part}>
              <th scope="row">
                {row.isHour ? (
                  <Link
                    to={foldedAt(row.time)}
                    preventScrollReset
                    aria-expanded={row.time === hour}
                    className={styles.hour}
                  >
                    {plainHours(`${row.time}:00`)}
                  </Link>
                ) : (
                  plainHours(row.time)
                )}
              </th>
              {days.map(({ date }) => (
                <Places key={date} places={row.byDay.get(date)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Places({ places: cell }: { places: PlacesTaken | undefined }) {
  const { t } = useTexts()
  if (!cell || (cell.places === 0 && cell.taken === 0)) {
    return (
      <td className={styles.off}>
        <span className="visually-hidden">{t('desk:calendar.closed')}</span>
      </td>
    )
  }
  const { taken, places } = cell
  return (
    <td className={taken >= places ? styles.full : taken > 0 ? styles.some : styles.none}>
      <span aria-hidden="true">{`${taken}/${places}`}</span>
      <span className="visually-hidden">{t('desk:calendar.cell', { taken, places })}</span>
    </td>
  )
}

interface PlacesTaken {
  taken: number
  places: number
}

interface WeekRow {
  /** `08` for an hour, `08:15` for a time. */
  time: string
  isHour: boolean
  /** By date. */
  byDay: ReadonlyMap<string, PlacesTaken>
}

/** A row for each hour, with the sums of its times, and below the unfolded hour its times. */
export function foldByHour(times: DeskCalendar['times'], unfolded: string | null): WeekRow[] {
  const byHour = groupBy(times, ({ time }) => time.slice(0, 2))
  return [...byHour.keys()].sort().flatMap((hour) => {
    const ofHour = byHour.get(hour)!
    const row = { time: hour, isHour: true, byDay: sumByDay(ofHour) }
    if (hour !== unfolded) return [row]
    const parts = groupBy(ofHour, ({ time }) => time)
    return [
      row,
      ...[...parts.keys()].sort().map((time) => ({ time, isHour: false, byDay: sumByDay(parts.get(time)!) })),
    ]
  })
}

function sumByDay(times: DeskCalendar['times']): Map<string, PlacesTaken> {
  const byDay = new Map<string, PlacesTaken>()
  for (const { date, taken, places } of times) {
    const sum = byDay.get(date) ?? { taken: 0, places: 0 }
    byDay.set(date, { taken: sum.taken + taken, places: sum.places + places })
  }
  return byDay
}

/** Closures of the laboratory, and a form for a new one. */
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
                  {fromTime && plainHours(`, ${fromTime}–${toTime}`)}: {reason}
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
          <KeptFields form={`close ${calendar.laboratory.id}`} />
          <div className={styles.steps}>
            <TextField
              name="firstDay"
              type="date"
              required
              label={t('desk:firstDay')}
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
            minLength={SHORTEST_CLOSURE_REASON}
            maxLength={LONGEST_CLOSURE_REASON}
            label={t('desk:reason')}
            hint={t('desk:calendar.reasonHint')}
            defaultValue={typedAs('reason')}
            autoComplete="off"
          />
          <SubmitButton name="intent" value="close">
            {t('desk:calendar.addClosure')}
          </SubmitButton>
        </CalendarForm>
      )}
    </Card>
  )
}

/** Public holidays that still need a decision. */
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
                    aria-label={`${t('desk:calendar.closeDay')}, ${day}`}
                  >
                    {t('desk:calendar.closeDay')}
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
