import type { CSSProperties } from 'react'
import styles from './days.module.css'

/** Days until ready: one tick a day, as many filled as it takes. The date beside says it in words. */
export function Days({ count }: { count: number }) {
  return <i className={styles.days} style={{ '--d': count } as CSSProperties} aria-hidden="true" />
}
