import { isOffScale, type RangeSide } from '@shop/domain/reference-range'
import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'
import { Mark, type MarkShape } from './mark.tsx'
import styles from './range-bar.module.css'

interface RangeBarProps {
  /** Position of the value, 0 to 100, with the limits at 25 and 75: `rangePosition` of the domain. */
  position: number
  shape: MarkShape
  /** `below`: only an upper limit, so the range begins at the bar's start; `above`: it reaches the bar's end. */
  open?: RangeSide | null
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
      {isOffScale(position, shape !== 'in') && <i />}
      <Mark shape={shape} className={styles.mark} />
    </span>
  )
}

interface RangeSpanProps {
  /** The lower of two limits. */
  low?: string
  /** The upper of two limits, or in words the only one, with the unit. */
  high: string
  /** The side without a limit. */
  open?: RangeSide
}

/** Number, band, number: a range without a value. Reads as "120 – 150 g/L", or as "below 5 g/L". */
export function RangeSpan({ low, high, open }: RangeSpanProps) {
  return (
    <span className={styles.span}>
      <span>{low}</span>
      <i className={open && styles[open]} aria-hidden="true" />
      {low && <span className="visually-hidden">–</span>}
      <span>{high}</span>
    </span>
  )
}
