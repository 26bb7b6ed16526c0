import { WEEKDAYS } from '@shop/domain/dates'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import styles from './calendar.module.css'
import { type CalendarCard, CalendarForm } from './calendar-form.tsx'

/** Rows for further times of the day beside those that are there. */
const SPARE_ROWS = 2

type Day = CalendarCard['calendar']['week']['monday']

/** Hours of each weekday, with the places from times of the day on. */
export function HoursCard({ calendar, mayChange }: CalendarCard) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked aria-labelledby="hours-title">
      <h2 id="hours-title">{t('desk:calendar.hours')}</h2>
      <div className={styles.week7}>
        {WEEKDAYS.map((weekday) => {
          const day = calendar.week[weekday]
          const name = t(`desk:calendar.weekday.${weekday}`)
          const summary = `${name}: ${day ? summaryOf(day) : t('desk:calendar.closed')}`
          if (!mayChange) return <p key={weekday}>{summary}</p>
          return (
            // What is typed for a day stays until that day is another: saved, or by a colleague, whose hours
            // must not be overwritten unseen.
            <details key={`${weekday} ${JSON.stringify(day)}`} className={styles.day}>
              <summary>{summary}</summary>
              <CalendarForm calendar={calendar} className="stack stack-s">
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
                <SubmitButton name="intent" value="week" aria-label={`${t('desk:calendar.save')}, ${name}`}>
                  {t('desk:calendar.save')}
                </SubmitButton>
              </CalendarForm>
            </details>
          )
        })}
      </div>
    </Card>
  )
}

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
