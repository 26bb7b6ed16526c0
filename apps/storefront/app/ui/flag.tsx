import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './flag.module.css'
import { Mark, type MarkShape } from './mark.tsx'

interface FlagProps {
  shape: MarkShape
  children: ReactNode
}

/** A finding as a shape and a word: ▼ Low. */
export function Flag({ shape, children }: FlagProps) {
  return (
    <span className={classNames(styles.flag, styles[shape])}>
      <Mark shape={shape} />
      {children}
    </span>
  )
}
