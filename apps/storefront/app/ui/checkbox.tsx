import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'
import { FieldMessage, fieldAria } from './field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'id'> & {
  name: string
  id?: string
  /** May contain links. */
  label: ReactNode
  error?: string | undefined
}

/** One thing to agree to or to switch on. */
export function Checkbox({ label, error, id, ...input }: CheckboxProps) {
  const fieldId = id ?? `${input.name}${input.value === undefined ? '' : `-${input.value}`}`
  return (
    <div>
      <label className={styles.check}>
        <input type="checkbox" className={styles.box} {...input} {...fieldAria(fieldId, { error })} />
        <span>{label}</span>
      </label>
      <FieldMessage id={fieldId} error={error} />
    </div>
  )
}
