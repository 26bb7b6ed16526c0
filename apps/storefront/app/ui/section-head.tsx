import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './page-head.module.css'

interface SectionHeadProps {
  /** For the section's `aria-labelledby`. */
  id?: string
  title: ReactNode
  /** At the end of the line: a link, a select, a remark. */
  children?: ReactNode
  /** Without the line above, as inside a card. */
  bare?: boolean
}

/** A section's `h2` under a line. */
export function SectionHead({ id, title, children, bare = false }: SectionHeadProps) {
  return (
    <div className={classNames(styles.rule, bare && styles.bare)}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}
