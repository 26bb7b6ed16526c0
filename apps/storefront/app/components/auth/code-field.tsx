import type { ReactNode } from 'react'
import { TextField } from '../field/text-field.tsx'
import styles from './auth.module.css'

interface CodeFieldProps {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  autoFocus?: boolean
}

/** The six digits of a letter: one field, so that a paste and the phone's own proposal fill it at once. */
export function CodeField({ autoFocus = false, ...field }: CodeFieldProps) {
  return (
    <div className={styles.code}>
      <TextField
        {...field}
        autoFocus={autoFocus}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9\s-]*"
        maxLength={12}
        spellCheck={false}
        required
      />
    </div>
  )
}
