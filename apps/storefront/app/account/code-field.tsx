import { CODE_DIGITS } from '@shop/contract/input-lengths'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Field, fieldAria } from '../ui/field.tsx'
import styles from './code-field.module.css'

const PLACES = [...Array(CODE_DIGITS).keys()]

/** Six boxes that are a single field, so that pasting, keyboard suggestions and screen readers work as expected. */
interface CodeFieldProps {
  name: string
  error?: string
  autoFocus?: boolean
  /** The sixth digit sends the form. */
  goesOn?: boolean
}

export function CodeField({ error, goesOn = false, ...input }: CodeFieldProps) {
  const { t } = useTexts()
  const lead = t('account.confirm.codeHint')
  const hint = goesOn ? `${lead} ${t('order.email.goesOn')}` : lead
  const sendWhole = ({ value, form }: HTMLInputElement) => {
    if (goesOn && value.replace(/\D/g, '').length === CODE_DIGITS) form?.requestSubmit()
  }
  return (
    <Field id="code" label={t('account.confirm.code')} hint={hint} error={error}>
      <span className={styles.boxes}>
        {PLACES.map((place) => (
          <span key={place} className={styles.box} />
        ))}
        <input
          {...input}
          {...fieldAria('code', { hint, error })}
          className={styles.code}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[\d\s-]*"
          // A pasted code may contain spaces or a dash.
          maxLength={CODE_DIGITS * 2}
          required
          onPaste={(event) => {
            const digits = event.clipboardData.getData('text').replace(/\D/g, '')
            if (digits.length !== CODE_DIGITS) return
            event.preventDefault()
            event.currentTarget.value = digits
            sendWhole(event.currentTarget)
          }}
          onChange={(event) => sendWhole(event.currentTarget)}
        />
      </span>
    </Field>
  )
}
