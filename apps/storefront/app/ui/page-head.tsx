import type { ReactNode } from 'react'
import styles from './page-head.module.css'
import { PageMeta } from './page-meta.tsx'

interface PageHeadProps {
  title: ReactNode
  /** Small, above the title: where this page belongs. */
  above?: ReactNode
  lead?: ReactNode
  /** Of the browser's window; unless told, the title when it is a text. null: the page says it itself. */
  windowTitle?: string | null
  children?: ReactNode
}

/** The page's one `h1` with what stands around it. */
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
