import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './sticky-bar.module.css'

interface StickyBarProps {
  /** The sum or what else is to be kept in sight. */
  sum?: ReactNode
  /** Under the sum, small. */
  note?: ReactNode
  /** The button that moves on. */
  children: ReactNode
  /** Only where the summary at the side is not in sight. */
  phoneOnly?: boolean
}

/** The page's footer that stays in sight: put it last in the page, it sticks to the bottom. */
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
