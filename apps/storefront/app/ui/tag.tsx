import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './tag.module.css'

/** A short word about a state: plain, `ok`, `wait`, `warn`. */
export function Tag({ tone, children }: { tone?: 'ok' | 'wait' | 'warn'; children: ReactNode }) {
  return <span className={classNames(styles.tag, tone && styles[tone])}>{children}</span>
}
