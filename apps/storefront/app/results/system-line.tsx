import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import styles from './system-line.module.css'

interface SystemLineProps {
  id: string
  name: ReactNode
  /** What it is about, in a few words. */
  about: string | null
  /** A summary of its values, in marks and words. */
  sum: ReactNode
  isOpen?: boolean
  /** On the screen its whole content is shown elsewhere. */
  isOnPaperOnly?: boolean
  /** What opens on a tap. */
  children: ReactNode
}

/**
 * One line for a part of the body. Its content is next to the `details` element, not inside it: in older
 * browsers a closed one prints nothing.
 */
export function SystemLine({
  id,
  name,
  about,
  sum,
  isOpen = false,
  isOnPaperOnly = false,
  children,
}: SystemLineProps) {
  return (
    <div className={classNames(styles.system, isOnPaperOnly && styles.onPaper)}>
      <details open={isOpen}>
        <summary className={styles.line}>
          <span>
            <span className={styles.name} id={id}>
              {name}
            </span>
            {about && <span className={styles.about}>{about}</span>}
          </span>
          <span className={styles.sum}>{sum}</span>
        </summary>
      </details>
      <div className={styles.inside}>{children}</div>
    </div>
  )
}
