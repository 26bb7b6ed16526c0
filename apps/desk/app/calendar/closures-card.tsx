import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { useState } from 'react'
import styles from './calendar.module.css'
import { type CalendarCard, CalendarForm } from './calendar-form.tsx'

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
