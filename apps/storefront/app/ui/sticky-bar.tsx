import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './sticky-bar.module.css'

interface StickyBarProps {
  /** The sum, or whatever else must stay in sight. */
  sum?: ReactNode
  /** Small, below the sum. */
  note?: ReactNode
  /** The button that moves on. */
  children: ReactNode
  /** Only where there is no summary at the side. */
  phoneOnly?: boolean
}

/** The page's footer that stays in sight: placed last in the page, it sticks to the bottom. */
export function StickyBar({ sum, note, children, phoneOnly = false }: StickyBarProps) {
  return (
    <div
      className={classNames(styles.bar, phoneOnly && styles.phone)}
      data-sticky-bar={phoneOnly ? 'phone' : 'everywhere'}
    >
      <div className={classNames('wrap', styles.inner)}>
        {(sum || note) && (
          <p className={styles.sum}>
            {sum && <b>{sum}</b>}
            {note && <span className="small muted">{note}</span>}
          </p>
        )}
        {children}
      </div>
    </div>
  )
}
