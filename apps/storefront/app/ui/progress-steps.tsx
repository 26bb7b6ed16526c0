import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../platform/texts/use-texts.ts'
import { classNames } from './class-names.ts'
import styles from './progress-steps.module.css'

export interface ProgressStep {
  key: string
  label: ReactNode
  /** Where a completed step can be reviewed. */
  to?: string
}

interface ProgressStepsProps {
  /** Names the list: "Order steps". */
  label: string
  steps: readonly ProgressStep[]
  /** Key of the current step; undefined if all are done. */
  current: string | undefined
  /** On a phone instead of the names, which have no room there: "Step 2 of 5: Visit". */
  sum?: string
}

/** Progress through the steps, drawn as a marker on a range. */
export function ProgressSteps({ label, steps, current, sum }: ProgressStepsProps) {
  const { t } = useTexts()
  const currentIndex = current === undefined ? steps.length : steps.findIndex(({ key }) => key === current)
  return (
    <nav className={classNames(styles.progress, sum && styles.summed)} aria-label={label}>
      <ol style={{ '--steps': steps.length } as React.CSSProperties}>
        {steps.map((step, index) => {
          const isDone = index < currentIndex
          const isNow = index === currentIndex
          const text = <span className={styles.label}>{step.label}</span>
          return (
            <li
              key={step.key}
              className={isDone ? styles.done : isNow ? styles.now : undefined}
              aria-current={isNow ? 'step' : undefined}
            >
              {isDone && step.to ? <Link to={step.to}>{text}</Link> : text}
              {isDone && <span className="visually-hidden"> {t('shell.stepDone')}</span>}
            </li>
          )
        })}
      </ol>
      {/* Each step says the same to a screen reader. */}
      {sum && (
        <p className={styles.sum} aria-hidden="true">
          {sum}
        </p>
      )}
    </nav>
  )
}
