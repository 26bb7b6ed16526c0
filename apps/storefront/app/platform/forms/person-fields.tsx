import type { ReactNode } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { useTexts } from '../texts/use-texts.ts'
import styles from './person-fields.module.css'
import type { useFormFields } from './use-form-fields.ts'

interface PersonFieldProps {
  /** As returned by `useFormFields`. */
  field: ReturnType<typeof useFormFields>
  hint?: ReactNode
}

interface OwnOrOther extends PersonFieldProps {
  /** The data are another person's: the browser must not fill in its user's. */
  ofOther?: boolean
}

/** First and last name, side by side where there is room. */
export function NameFields({ field, ofOther = false, autoFocus }: OwnOrOther & { autoFocus?: boolean }) {
  const { t } = useTexts()
  return (
    <div className={styles.pair}>
      <TextField
        {...field('firstName')}
        {...(autoFocus ? { autoFocus } : {})}
        label={t('forms.person.firstName')}
        autoComplete={ofOther ? 'off' : 'given-name'}
        required
      />
      <TextField
        {...field('lastName')}
        label={t('forms.person.lastName')}
        autoComplete={ofOther ? 'off' : 'family-name'}
        required
      />
    </div>
  )
}

interface EmailFieldProps extends PersonFieldProps {
  /** Set where the e-mail is the login name, which password managers need to know. */
  isUsername?: boolean
  name?: string
}

export function EmailField({ field, hint, isUsername = false, name = 'email' }: EmailFieldProps) {
  const { t } = useTexts()
  return (
    <TextField
      {...field(name)}
      label={t('forms.person.email')}
      hint={hint}
      type="email"
      inputMode="email"
      autoComplete={isUsername ? 'username' : 'email'}
      required
    />
  )
}

export function PhoneField({ field, hint }: PersonFieldProps) {
  const { t } = useTexts()
  return (
    <TextField
      {...field('phone')}
      label={t('forms.person.phone')}
      hint={hint}
      type="tel"
      autoComplete="tel"
      optional
    />
  )
}

/** Optional for the account's owner, required for a patient: ranges and rules depend on it. */
export function BirthDateField({
  field,
  hint,
  today,
  ofOther = false,
  required = ofOther,
}: OwnOrOther & { today?: string | undefined; required?: boolean }) {
  const { t } = useTexts()
  return (
    <TextField
      {...field('dateOfBirth')}
      label={t('forms.person.dateOfBirth')}
      hint={hint}
      type="date"
      min="1900-01-01"
      max={today}
      autoComplete={ofOther ? 'off' : 'bday'}
      required={required}
      optional={!required}
    />
  )
}
