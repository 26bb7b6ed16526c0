import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Drawing, type DrawingName } from './drawing.tsx'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  drawing: DrawingName
  title: ReactNode
  /** What can be done about it. */
  children?: ReactNode
  /** Level of the heading: 1 if the page has no other `h1`. */
  level?: 1 | 2
}

/** For a list that is still empty: says so and offers the next step. */
export function EmptyState({ drawing, title, children, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={classNames(styles.empty, level === 1 && styles.alone)}>
      <Drawing name={drawing} />
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </div>
  )
}
