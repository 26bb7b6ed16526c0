import type { ReactNode } from 'react'
import styles from './page-head.module.css'

interface PageHeadProps {
  title: ReactNode
  /** Small, above the title: where this page belongs. */
  above?: ReactNode
  lead?: ReactNode
  children?: ReactNode
}

/** The page's one `h1` with what stands around it. */
export function PageHead({ title, above, lead, children }: PageHeadProps) {
  return (
    <header className={styles.head}>
      {above && <p className="label">{above}</p>}
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </header>
  )
}
