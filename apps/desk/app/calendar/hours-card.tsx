import { WEEKDAYS, type Weekday } from '@shop/domain/dates'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import type { Texts } from '@shop/texts/create-texts'
import { useState } from 'react'
import { useEmptied } from '../use-emptied.ts'
import styles from './calendar.module.css'
import { type CalendarCard, CalendarForm } from './calendar-form.tsx'

/** Rows for further times of the day beside those that are there. */
const SPARE_ROWS = 2

type Day = CalendarCard['calendar']['week']['monday']
/** What the page's form has saved, with the weekdays that it was about. */
type SavedDays = { days: readonly string[] } | undefined

/** Hours of each weekday, with the places from times of the day on. */
export function HoursCard({ calendar, mayChange, saved }: CalendarCard & { saved: SavedDays }) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked aria-labelledby="hours-title">
      <h2 id="hours-title">{t('desk:calendar.hours')}</h2>
      <div className={styles.week7}>
        {WEEKDAYS.map((weekday) => {
          if (mayChange) return <DayHours key={weekday} weekday={weekday} calendar={calendar} saved={saved} />
          const name = t(`desk:calendar.weekday.${weekday}`)
          return <p key={weekday}>{`${name}: ${inWords(t, calendar.week[weekday])}`}</p>
        })}
      </div>
    </Card>
  )
}

interface DayHoursProps extends Pick<CalendarCard, 'calendar'> {
  weekday: Weekday
  saved: SavedDays
}

/** A form's own success alone empties it. */
function DayHours({ saved, ...day }: DayHoursProps) {
  return <DayForm key={useEmptied(saved, saved?.days.includes(day.weekday) ?? false)} {...day} />
}

/**
 * Somebody's hours stay as they are typed, also where a colleague changes that day meanwhile: what is there now stands
 * beside them then, and the next press replaces it knowingly.
 */
function DayForm({ weekday, calendar }: Omit<DayHoursProps, 'saved'>) {
  const { t } = useTexts()
  const now = calendar.week[weekday]
  /** What was there when somebody began to type; null: nobody has. */
  const [typedOn, setTypedOn] = useState<{ day: Day } | null>(null)
  const day = typedOn ? typedOn.day : now
  const isChanged = JSON.stringify(day) !== JSON.stringify(now)
  const [name, save] = [t(`desk:calendar.weekday.${weekday}`), t('desk:calendar.save')]
  return (
    <details className={styles.day}>
      <summary>{`${name}: ${inWords(t, now)}`}</summary>
      <div className="stack stack-s">
        {isChanged && (
          <Notice tone="warn" role="status" title={t('desk:problem.staleByColleague')}>
            <p>{t('desk:calendar.thereNow', { hours: inWords(t, now) })}</p>
            <Button
              look="quiet"
              size="s"
              onClick={({ currentTarget }) => {
                currentTarget.closest('details')!.querySelector('summary')!.focus()
                setTypedOn(null)
              }}
            >
              {t('desk:calendar.takeNow')}
            </Button>
          </Notice>
        )}
        <CalendarForm
          key={JSON.stringify(day)}
          calendar={calendar}
          className="stack stack-s"
          onInput={() => setTypedOn((begun) => begun ?? { day: now })}
        >
          <input type="hidden" name="weekday" value={weekday} />
          <DayFields day={day} weekday={weekday} />
          <fieldset>
            <legend>{t('desk:calendar.alsoFor')}</legend>
            <div className={styles.days}>
              {WEEKDAYS.filter((other) => other !== weekday).map((other) => (
                <label key={other} className={styles.check}>
                  <input type="checkbox" name="alsoFor" value={other} />
                  {t(`desk:calendar.weekday.${other}`)}
                </label>
              ))}
            </div>
          </fieldset>
          <SubmitButton name="intent" value="week" aria-label={`${save}, ${name}`}>
            {save}
          </SubmitButton>
        </CalendarForm>
      </div>
    </details>
  )
}

const inWords = (t: Texts['t'], day: Day) => (day ? summaryOf(day) : t('desk:calendar.closed'))

const summaryOf = ({ open, close, capacity }: NonNullable<Day>) =>
  `${open}–${close} (${capacity.map(({ from, places }, index) => (index === 0 ? places : `${from}: ${places}`)).join(', ')})`

function DayFields({ day, weekday }: { day: Day; weekday: string }) {
  const { t } = useTexts()
  const [first, ...steps] = day?.capacity ?? []
  const spare = Array.from({ length: SPARE_ROWS }, () => ({ from: '', places: '' }))
  const id = (name: string, row = 0) => `${weekday}-${name}-${row}`
  return (
    <>
      <label className={styles.check}>
        <input type="checkbox" name="isOpen" defaultChecked={day !== null} />
        {t('desk:calendar.isOpen')}
      </label>
      <div className={styles.steps}>
        <TextField
          id={id('open')}
          name="open"
          type="time"
          label={t('desk:calendar.open')}
          defaultValue={day?.open}
        />
        <TextField
          id={id('close')}
          name="close"
          type="time"
          label={t('desk:calendar.closes')}
          defaultValue={day?.close}
        />
        <TextField
          id={id('places')}
          name="places"
          inputMode="numeric"
          label={t('desk:calendar.places')}
          defaultValue={first?.places}
          autoComplete="off"
        />
      </div>
      <p className="small muted">{t('desk:calendar.placesHint')}</p>
      {[...steps, ...spare].map(({ from, places }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a form, told apart by their place alone.
        <div key={index} className={styles.steps}>
          <TextField
            id={id('from', index + 1)}
            name="from"
            type="time"
            label={t('desk:calendar.fromTime')}
            defaultValue={from}
          />
          <TextField
            id={id('places', index + 1)}
            name="places"
            inputMode="numeric"
            label={t('desk:calendar.places')}
            defaultValue={places}
            autoComplete="off"
          />
        </div>
      ))}
    </>
  )
}
