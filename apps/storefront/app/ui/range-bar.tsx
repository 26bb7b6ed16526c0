import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import { Mark, type MarkShape } from './mark.tsx'
import styles from './range-bar.module.css'

interface RangeBarProps {
  /** Position of the value, 0 to 100, with the limits at 25 and 75: `rangePosition` of the domain. */
  position: number
  shape: MarkShape
  /** `below`: only an upper limit, so the range begins at the bar's start; `above`: it reaches the bar's end. */
  open?: 'below' | 'above'
  size?: 'm' | 'l'
}

/** The position of a value in its reference range. The value, the limits and the word for it are beside the bar. */
export function RangeBar({ position, shape, open, size = 'm' }: RangeBarProps) {
  return (
    <span
      className={classNames(styles.range, open && styles[open], size === 'l' && styles.l, styles[shape])}
      style={{ '--v': position } as CSSProperties}
      aria-hidden="true"
    >
      <Mark shape={shape} className={styles.mark} />
    </span>
  )
}

interface RangeSpanProps {
  /** Formatted limits; one may be missing. */
  low: string | undefined
  high: string | undefined
  /** The word in place of a missing limit: "up to", "from". */
  missing: string
  unit: string | undefined
}

/** Number, band, number: a range without a value. Reads as "120 – 150 g/L". */
export function RangeSpan({ low, high, missing, unit }: RangeSpanProps) {
  const open = low === undefined ? styles.below : high === undefined ? styles.above : undefined
  return (
    <span className={styles.span}>
      <span>{low ?? (high === undefined ? '' : missing)}</span>
      <i className={open} aria-hidden="true" />
      {low !== undefined && high !== undefined && <span className="visually-hidden">–</span>}
      <span>
        {high ?? (low === undefined ? '' : missing)}
        {unit && ` ${unit}`}
      </span>
    </span>
  )
}
