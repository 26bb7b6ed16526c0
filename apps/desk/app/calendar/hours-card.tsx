import { WEEKDAYS, type Weekday } from '@shop/domain/dates'
import { plainHours } from '@shop/domain/locale'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import type { Texts } from '@shop/texts/create-texts'
import { useState } from 'react'
import { Form } from 'react-router'
import { useEmptied } from '../forms/after-form.ts'
import { KeptFields } from '../forms/kept-fields.tsx'
import styles from './calendar.module.css'
import { type CalendarCard, type CalendarDone, CalendarForm, typedIn } from './calendar-cards.tsx'

/** Empty rows for further times of the day, after the existing ones. */
const SPARE_ROWS = 2

type Day = CalendarCard['calendar']['week']['monday']

/** A weekday as in its form. */
interface Draft {
  isOpen: boolean
  open: string | undefined
  close: string | undefined
  places: string | number | undefined
  steps: { from: string; places: string | number }[]
  alsoFor: string[]
}

function draftOf(day: Day): Draft {
  const [first, ...steps] = day?.capacity ?? []
  const { open, close } = day ?? {}
  const spare = Array.from({ length: SPARE_ROWS }, () => ({ from: '', places: '' }))
  return {
    isOpen: day !== null,
    open,
    close,
    places: first?.places,
    steps: [...steps, ...spare],
    alsoFor: [],
  }
}

function typedDraft(typed: URLSearchParams): Draft {
  const [places, ...more] = typed.getAll('places')
  return {
    isOpen: typed.has('isOpen'),
    open: typed.get('open') ?? '',
    close: typed.get('close') ?? '',
    places,
    steps: typed.getAll('from').map((from, index) => ({ from, places: more[index] ?? '' })),
    alsoFor: typed.getAll('alsoFor'),
  }
}

/** The hours of each weekday, with the places from each time of the day on. */
export function HoursCard({ calendar, mayChange, done }: CalendarCard & { done: CalendarDone }) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked aria-labelledby="hours-title">
      <h2 id="hours-title">{t('desk:calendar.hours')}</h2>
      <div className={styles.week7}>
        {WEEKDAYS.map((weekday) => {
          if (mayChange) return <DayHours key={weekday} weekday={weekday} calendar={calendar} done={done} />
          const name = t(`desk:calendar.weekday.${weekday}`)
          return <p key={weekday}>{`${name}: ${inWords(t, calendar.week[weekday])}`}</p>
        })}
      </div>
    </Card>
  )
}

interface DayHoursProps extends Pick<CalendarCard, 'calendar'> {
  weekday: Weekday
  done: CalendarDone
}

/** Only its own success empties a form. */
function DayHours({ done, ...day }: DayHoursProps) {
  const { weekday } = day
  const saved = useEmptied(done, done?.days.includes(weekday) ?? false)
  return <DayForm key={saved} {...day} typed={typedIn(done, 'week', weekday)} />
}

/**
 * Typed hours stay, even if a colleague changes that day in the meantime: the current hours are then shown beside
 * them, and saving replaces these knowingly.
 */
function DayForm({
  weekday,
  calendar,
  typed,
}: Omit<DayHoursProps, 'done'> & { typed: URLSearchParams | null }) {
  const { t } = useTexts()
  const { laboratory, from } = calendar
  const hours = inWords(t, calendar.week[weekday])
  /** The form, and the hours that were stored when typing began; null if it has not begun. */
  const [begun, setBegun] = useState(typed && { hours: typed.get('hours'), draft: typedDraft(typed) })
  const [isFound] = useState(typed !== null)
  const now = draftOf(calendar.week[weekday])
  const draft = begun?.draft ?? now
  const isChanged = begun !== null && begun.hours !== hours
  const [name, save] = [t(`desk:calendar.weekday.${weekday}`), t('forms.save')]
  return (
    <details className={styles.day} open={isFound}>
      <summary>{`${name}: ${hours}`}</summary>
      <div className="stack stack-s">
        {isChanged && (
          <Notice tone="warn" role="status" title={t('desk:problem.stale_write')}>
            <p>{t('desk:calendar.thereNow', { hours })}</p>
            <Form method="get">
              <input type="hidden" name="place" value={laboratory.id} />
              <input type="hidden" name="from" value={from} />
              <Button
                type="submit"
                look="quiet"
                size="s"
                onClick={(event) => {
                  event.preventDefault()
                  event.currentTarget.closest('details')!.querySelector('summary')!.focus()
                  setBegun(null)
                }}
              >
                {t('desk:calendar.takeNow')}
              </Button>
            </Form>
          </Notice>
        )}
        <CalendarForm
          key={JSON.stringify(draft)}
          calendar={calendar}
          className="stack stack-s"
          onInput={() => setBegun((before) => before ?? { hours, draft: now })}
        >
          <input type="hidden" name="weekday" value={weekday} />
          <input type="hidden" name="hours" value={begun?.hours ?? hours} />
          <KeptFields form={`${laboratory.id} ${weekday} ${begun?.hours ?? hours}`} />
          <DayFields draft={draft} weekday={weekday} />
          <fieldset>
            <legend>{t('desk:calendar.alsoFor')}</legend>
            <div className={styles.days}>
              {WEEKDAYS.filter((other) => other !== weekday).map((other) => (
                <label key={other} className={styles.check}>
                  <input
                    type="checkbox"
                    name="alsoFor"
                    value={other}
                    defaultChecked={draft.alsoFor.includes(other)}
                  />
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
  plainHours(
    `${open}–${close} (${capacity.map(({ from, places }, index) => (index === 0 ? places : `${from}: ${places}`)).join(', ')})`,
  )

function DayFields({ draft, weekday }: { draft: Draft; weekday: string }) {
  const { t } = useTexts()
  const id = (name: string, row = 0) => `${weekday}-${name}-${row}`
  return (
    <>
      <label className={styles.check}>
        <input type="checkbox" name="isOpen" defaultChecked={draft.isOpen} />
        {t('desk:calendar.isOpen')}
      </label>
      <div className={styles.steps}>
        <TextField
          id={id('open')}
          name="open"
          type="time"
          label={t('desk:calendar.open')}
          defaultValue={draft.open}
        />
        <TextField
          id={id('close')}
          name="close"
          type="time"
          label={t('desk:calendar.closes')}
          defaultValue={draft.close}
        />
        <TextField
          id={id('places')}
          name="places"
          inputMode="numeric"
          label={t('desk:calendar.places')}
          defaultValue={draft.places}
          autoComplete="off"
        />
      </div>
      <p className="small muted">{t('desk:calendar.placesHint')}</p>
      {draft.steps.map(({ from, places }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a form, distinguished only by their position.
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
