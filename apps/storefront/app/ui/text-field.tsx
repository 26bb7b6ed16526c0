import type { ComponentProps, ReactNode } from 'react'
import styles from './field.module.css'
import { Field, type FieldTexts, fieldAria } from './field.tsx'

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'className' | 'id'> & {
    name: string
    /** By default the name; two forms on one page need different ids. */
    id?: string
    /** A control inside the field at its end, such as the eye of a password. */
    end?: ReactNode
  }

/** A line of text, an e-mail address, a date: `type`, `inputMode` and `autoComplete` as for `<input>`. */
export function TextField({ label, hint, error, optional, end, id, ...input }: TextFieldProps) {
  const fieldId = id ?? input.name
  const control = <input className={styles.input} {...input} {...fieldAria(fieldId, { hint, error })} />
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} optional={optional ?? false}>
      {end ? (
        <div className={styles.end}>
          {control}
          {end}
        </div>
      ) : (
        control
      )}
    </Field>
  )
}

type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'className' | 'id'> & { name: string; id?: string }

/** Several lines of text. */
export function TextArea({ label, hint, error, optional, id, ...area }: TextAreaProps) {
  const fieldId = id ?? area.name
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} optional={optional ?? false}>
      <textarea className={styles.input} {...area} {...fieldAria(fieldId, { hint, error })} />
    </Field>
  )
}
