import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { pathOf, withQuery } from '../navigation.ts'
import { type Places, placesOf } from './day-place.ts'

interface DayToolsProps extends Places {
  of: 'today' | 'sheet'
  date: string
  before: string
  after: string
  /** What else the screen has between the days. */
  children?: ReactNode
  /** … and after the choice. */
  end?: ReactNode
}

/** Another day, another place. */
export function DayTools({ of, date, before, after, children, end, ...places }: DayToolsProps) {
  const texts = useTexts()
  const { t } = texts
  const { place } = places
  // A sheet is a phone's.
  const look = { look: 'quiet', size: of === 'sheet' ? 's' : 'm' } as const
  const dayAt = (day: string) => withQuery(pathOf(of), { date: day, place })
  return (
    <Form method="get" className="deskTools" key={`${date} ${place}`}>
      <ButtonLink {...look} icon="arrow-left" to={dayAt(before)}>
        {t('desk:today.before')}
      </ButtonLink>
      {children}
      <ButtonLink {...look} iconAfter="arrow-right" to={dayAt(after)}>
        {t('desk:today.after')}
      </ButtonLink>
      <TextField name="date" type="date" label={t('desk:today.date')} defaultValue={date} />
      <SelectField
        name="place"
        label={t('desk:today.place')}
        defaultValue={place}
        options={placesOf(places, texts)}
      />
      <SubmitButton {...look}>{t('desk:today.show')}</SubmitButton>
      {end}
    </Form>
  )
}
