import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { pathOf, withQuery } from '../navigation.ts'
import { type Places, placeOptions } from './day-place.ts'

interface DayProps extends Places {
  date: string
  before: string
  after: string
}

/** To choose another day or another place. */
export function DayTools({ children, ...day }: DayProps & { children: ReactNode }) {
  const { t } = useTexts()
  const { date, before, after, place } = day
  const dayAt = (asked: string) => withQuery(pathOf('today'), { date: asked, place })
  return (
    <Form method="get" className="deskTools" key={`${date} ${place}`}>
      <ButtonLink look="quiet" icon="arrow-left" to={dayAt(before)} title={t('desk:today.before')}>
        <span className="visually-hidden">{t('desk:today.before')}</span>
      </ButtonLink>
      {children}
      <ButtonLink look="quiet" icon="arrow-right" to={dayAt(after)} title={t('desk:today.after')}>
        <span className="visually-hidden">{t('desk:today.after')}</span>
      </ButtonLink>
      <DayFields {...day} />
    </Form>
  )
}

/** The choice of a day and a place, inside the form that asks for them. */
export function DayFields({ date, size = 'm', ...places }: DayProps & { size?: 's' | 'm' }) {
  const texts = useTexts()
  const { t } = texts
  return (
    <>
      <TextField name="date" type="date" label={t('desk:today.date')} defaultValue={date} />
      <SelectField
        name="place"
        label={t('desk:today.place')}
        defaultValue={places.place}
        options={placeOptions(places, texts)}
      />
      <SubmitButton look="quiet" size={size}>
        {t('desk:show')}
      </SubmitButton>
    </>
  )
}
