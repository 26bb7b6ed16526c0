import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Mark, type MarkShape } from '../icon/mark.tsx'
import styles from './flag.module.css'

/** Word and shape for a finding: ▼ Low. */
export function Flag({ shape, children }: { shape: MarkShape; children: ReactNode }) {
  return (
    <span className={classNames(styles.flag, styles[shape])}>
      <Mark shape={shape} />
      {children}
    </span>
  )
}
