import type { CSSProperties } from 'react'
import { useTexts } from '../platform/texts/use-texts.ts'
import sprite from '../ui/icons.svg?url&no-inline'
import styles from './report-summary.module.css'

/** Measures of the drawing, which is 280 wide. */
const STEP = 12
const AIR = 12
const WIDTH = 280
/** The area of the range: alone, and beside values outside it. */
const WHOLE = { left: 2, columns: 22 }
const PART = { left: 2, columns: 16 }
const OUTSIDE = { left: 210, columns: 5 }
const widthOf = ({ columns }: { columns: number }) => columns * STEP + 8

interface TallyProps {
  inside: number
  outside: number
  /** How many of those outside are critical. */
  critical: number
}

/**
 * The values of several reports, inside or outside their ranges. The position in its range, or the side on which it
 * is outside, is shown in each value's own report. The sentence above says the same in words.
 */
export function Tally({ inside, outside, critical }: TallyProps) {
  const { t } = useTexts()
  const range = outside > 0 ? PART : WHOLE
  const rows = Math.max(Math.ceil(inside / range.columns), Math.ceil(outside / OUTSIDE.columns))
  const height = rows * STEP + 2 * AIR
  const right = range.left + widthOf(range)
  return (
    <div className={styles.picture} aria-hidden="true">
      <svg className={styles.swarm} viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
        <rect
          className={styles.field}
          x={range.left}
          y="2"
          width={widthOf(range)}
          height={height - 4}
          rx="2"
        />
        <path className={styles.limit} d={`M${range.left} 2V${height - 2}M${right} 2V${height - 2}`} />
        {gridPoints(inside, range, height).map(({ x, y }, index) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="4" style={{ '--i': index } as CSSProperties} />
        ))}
        {gridPoints(outside, OUTSIDE, height).map(({ x, y }, index) => (
          <use
            key={`${x} ${y}`}
            className={index < critical ? styles.critical : styles.abnormal}
            href={`${sprite}#mark-${index < critical ? 'critical' : 'abnormal'}`}
            x={x - 5.5}
            y={y - 5.5}
            width="11"
            height="11"
            style={{ '--i': inside + index } as CSSProperties}
          />
        ))}
      </svg>
      {/* As wide as the areas that they name. */}
      <p
        className={styles.sides}
        style={{ gridTemplateColumns: outside > 0 ? `${right}fr ${WIDTH - right}fr` : '1fr' }}
      >
        <span>{t('results.word.normal')}</span>
        {outside > 0 && <span>{t('results.word.outside')}</span>}
      </p>
    </div>
  )
}

/** A block of rows, centred in its part of the drawing. */
function gridPoints(count: number, part: { left: number; columns: number }, height: number) {
  const columns = Math.min(count, part.columns)
  const rows = Math.ceil(count / part.columns)
  const left = part.left + (widthOf(part) - columns * STEP) / 2
  const top = (height - rows * STEP) / 2
  return Array.from({ length: count }, (_, index) => ({
    x: left + STEP / 2 + (index % part.columns) * STEP,
    y: top + STEP / 2 + Math.floor(index / part.columns) * STEP,
  }))
}
