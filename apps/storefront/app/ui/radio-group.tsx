import type { ReactNode } from 'react'
import styles from './choice.module.css'
import { ChoiceCard } from './choice-card.tsx'
import fieldStyles from './field.module.css'
import { FieldMessage } from './field.tsx'

export interface RadioOption {
  value: string
  title: ReactNode
  description?: ReactNode
  end?: ReactNode
  disabled?: boolean
}

interface RadioGroupProps {
  name: string
  legend: ReactNode
  options: readonly RadioOption[]
  defaultValue?: string | undefined
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Short choices side by side. */
  inline?: boolean
  /** The selected choice takes the focus, else the first. */
  autoFocus?: boolean
  onChange?: (value: string) => void
  onInput?: () => void
}

/** Choices as cards, of which one can be selected. */
export function RadioGroup(props: RadioGroupProps) {
  const { name, legend, options, defaultValue, hint, error, required, inline } = props
  const { onChange, onInput, autoFocus } = props
  const chosen = options.find(({ value }) => value === defaultValue)
  const describedBy = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return (
    <fieldset className={styles.group} aria-describedby={describedBy || undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={inline ? styles.inline : styles.list}>
        {options.map((option) => (
          <ChoiceCard
            key={option.value}
            type="radio"
            name={name}
            required={required}
            defaultChecked={option === chosen}
            autoFocus={autoFocus && option === (chosen ?? options[0])}
            aria-invalid={error ? true : undefined}
            onChange={onChange && ((event) => onChange(event.currentTarget.value))}
            onInput={onInput}
            {...option}
          />
        ))}
      </div>
      <FieldMessage id={name} error={error} />
      {hint && (
        <p className={fieldStyles.hint} id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
