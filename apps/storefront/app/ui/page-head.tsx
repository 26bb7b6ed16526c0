import type { ReactNode } from 'react'
import styles from './page-head.module.css'
import { PageMeta } from './page-meta.tsx'

interface PageHeadProps {
  title: ReactNode
  /** In small type above the title: where this page belongs. */
  above?: ReactNode
  lead?: ReactNode
  /** Title of the browser window; by default `title`, if that is a string. Null: the page sets it itself. */
  windowTitle?: string | null
  children?: ReactNode
}

/** The page's only `h1`, with what belongs to it. */
export function PageHead({ title, above, lead, windowTitle, children }: PageHeadProps) {
  const named = windowTitle === undefined && typeof title === 'string' ? title : windowTitle
  return (
    <header className={styles.head}>
      {named && <PageMeta title={named} />}
      {above && <p className="label">{above}</p>}
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </header>
  )
}
