import type { ReactNode } from 'react'
import { useTexts } from '../platform/texts/use-texts.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

export interface FieldTexts {
  label: ReactNode
  /** Below the control, whether or not there is an error. */
  hint?: ReactNode
  /** What is wrong with the value, as a sentence. */
  error?: string | undefined
  /** Marked as optional. */
  optional?: boolean
}

/** The attributes that tie a control to its hint and error. */
export function fieldAria(id: string, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    id,
    ...(ids ? { 'aria-describedby': ids } : {}),
    ...(error ? { 'aria-invalid': true as const } : {}),
  }
}

interface FieldProps extends FieldTexts {
  id: string
  children: ReactNode
}

/** Label, control, error and hint, stacked. */
export function Field({ id, label, hint, error, optional, children }: FieldProps) {
  const { t } = useTexts()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> {t('shell.optional')}</span>}
      </label>
      {children}
      <FieldMessage id={id} error={error} />
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** What is wrong with a field, below its control. */
export function FieldMessage({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p className={styles.error} id={`${id}-error`}>
      <Icon name="circle-alert" size="s" />
      {error}
    </p>
  )
}
