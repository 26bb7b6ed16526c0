import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Icon, type IconName } from './icon.tsx'

interface EmptyStateProps {
  icon: IconName
  title: ReactNode
  /** What can be done about it. */
  children?: ReactNode
  /** The heading's level: 1 where the page has no other. */
  level?: 1 | 2
}

/** Where a list has nothing yet: says so and offers the next step. */
export function EmptyState({ icon, title, children, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles.empty}>
      <Icon name={icon} size="l" />
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </div>
  )
}
