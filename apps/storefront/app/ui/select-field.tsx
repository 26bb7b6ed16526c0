import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Field, type FieldTexts, fieldAria } from './field.tsx'
import { Icon } from './icon.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
  lang?: string
}
export interface SelectGroup {
  label: string
  options: readonly SelectOption[]
}

interface SelectBase extends Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> {
  name: string
  id?: string
  /** Options, or groups of them. */
  options: readonly (SelectOption | SelectGroup)[]
  /** The first, empty choice. */
  placeholder?: string
}

/** A native select with its label. */
export function SelectField({ label, hint, error, optional, id, ...select }: FieldTexts & SelectBase) {
  const fieldId = id ?? select.name
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} optional={optional ?? false}>
      <NativeSelect {...select} {...fieldAria(fieldId, { hint, error })} />
    </Field>
  )
}

/** Only the select, named by `aria-label` or a label elsewhere. */
export function Select({ small = true, ...select }: SelectBase & { small?: boolean }) {
  return <NativeSelect small={small} {...select} />
}

function NativeSelect({ options, placeholder, small, ...select }: SelectBase & { small?: boolean }) {
  return (
    <div className={styles.select}>
      <select className={classNames(styles.input, small && styles.small)} {...select}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((entry) => ('options' in entry ? optionGroup(entry) : optionOf(entry)))}
      </select>
      <Icon name="chevron-down" />
    </div>
  )
}

function optionGroup({ label, options }: SelectGroup): ReactNode {
  return (
    <optgroup key={label} label={label}>
      {options.map(optionOf)}
    </optgroup>
  )
}

function optionOf({ value, label, disabled, lang }: SelectOption): ReactNode {
  return (
    <option key={value} value={value} disabled={disabled} lang={lang}>
      {label}
    </option>
  )
}
