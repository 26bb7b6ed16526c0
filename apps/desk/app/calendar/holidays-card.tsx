import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import styles from './calendar.module.css'
import { type CalendarCard, CalendarForm } from './calendar-form.tsx'

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
