import { addDays } from '@shop/domain/dates'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Form } from 'react-router'
import type { FreeTime } from './change-order.server.ts'
import styles from './visit-steps.module.css'

/** Another free time for a visit, a week at a time. */
export function MoveForm({
  visit,
  from,
  times,
  wanted,
}: {
  visit: { version: number; start: string }
  from: string
  times: readonly FreeTime[]
  /** The time that the calendar offered. */
  wanted: string | null
}) {
  const { t } = useTexts()
  const byDay = [...Map.groupBy(times, ({ day }) => day)]
  return (
    <Card as="section" stacked aria-labelledby="move-title">
      <h2 id="move-title">{t('desk:move.title')}</h2>
      <div className="row row-wrap">
        <ButtonLink look="plain" icon="arrow-left" to={`?move=${addDays(from, -7)}`} preventScrollReset>
          {t('desk:move.earlier')}
        </ButtonLink>
        <ButtonLink look="plain" iconAfter="arrow-right" to={`?move=${addDays(from, 7)}`} preventScrollReset>
          {t('desk:move.later')}
        </ButtonLink>
        <ButtonLink look="plain" to="?" preventScrollReset>
          {t('desk:move.close')}
        </ButtonLink>
      </div>
      {times.length === 0 ? (
        <p>{t('desk:move.none')}</p>
      ) : (
        <Form method="post" className="stack stack-s" key={from}>
          <input type="hidden" name="version" value={visit.version} />
          <input type="hidden" name="current" value={visit.start} />
          <SelectField
            name="start"
            label={t('desk:today.time')}
            required
            defaultValue={wanted ?? times[0]?.start}
            options={byDay.map(([day, ofDay]) => ({
              label: day,
              options: ofDay.map(({ start, time, free }) => ({
                value: start,
                label: `${time} (${t('desk:move.free', { count: free })})`,
              })),
            }))}
          />
          <label className={styles.identity}>
            <input type="checkbox" name="isAgreed" /> {t('desk:move.agreed')}
          </label>
          <p className="small muted">{t('desk:move.agreedHint')}</p>
          <SubmitButton name="intent" value="move">
            {t('desk:move.save')}
          </SubmitButton>
        </Form>
      )}
    </Card>
  )
}
