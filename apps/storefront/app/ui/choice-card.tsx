import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'
import { classNames } from './class-names.ts'

type ChoiceCardProps = Omit<ComponentProps<'input'>, 'className' | 'type' | 'name' | 'title'> & {
  name: string
  /** Checkboxes allow several choices, radio buttons one. */
  type?: 'checkbox' | 'radio'
  title: ReactNode
  /** Below the title; for a disabled choice, the reason. */
  description?: ReactNode
  /** At the end: a price, an avatar. */
  end?: ReactNode
}

/** One choice as a card that can be pressed anywhere. A disabled one is not hidden, but says why it is disabled. */
export function ChoiceCard({ title, description, end, type = 'checkbox', ...input }: ChoiceCardProps) {
  const about = `${input.name}-${String(input.value ?? '')}-about`
  return (
    <label className={classNames(styles.choice, input.disabled && styles.off)}>
      <input
        type={type}
        className={styles.box}
        aria-describedby={description ? about : undefined}
        {...input}
      />
      <span className={styles.title}>{title}</span>
      {description && (
        <span className={styles.description} id={about}>
          {description}
        </span>
      )}
      {end && <span className={styles.end}>{end}</span>}
    </label>
  )
}
