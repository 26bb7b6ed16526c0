import type { CSSProperties } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Mark } from '../ui/mark.tsx'
import styles from './sparkline.module.css'
import type { TrendView } from './trend-view.server.ts'

/** A trend as small as a word: the line in its range, and the newest value. The words are beside it. */
export function Sparkline({ trend: { path, band, points } }: { trend: TrendView }) {
  const newest = points.at(-1)!
  return (
    <span className={styles.spark} aria-hidden="true">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {band && <path className={styles.band} d={band} />}
        <path className={styles.line} d={path} vectorEffect="non-scaling-stroke" />
      </svg>
      <span
        className={classNames(styles.end, styles[newest.shape])}
        style={{ '--x': newest.x, '--y': newest.y } as CSSProperties}
      >
        <Mark shape={newest.shape} />
      </span>
    </span>
  )
}
