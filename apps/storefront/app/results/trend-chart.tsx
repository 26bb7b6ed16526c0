import type { CSSProperties } from 'react'
import { useTexts } from '../platform/texts/use-texts.ts'
import { classNames } from '../ui/class-names.ts'
import { Mark } from '../ui/mark.tsx'
import styles from './trend-chart.module.css'
import type { TrendPointView, TrendView } from './trend-view.server.ts'

/** The course of a value over time in its reference range; told in words to whoever does not see it. */
export function TrendChart({ trend }: { trend: TrendView }) {
  const { t } = useTexts()
  const { name, unit, path, band, ticks, points } = trend
  const description = t('results.trend.describe', { name, values: trend.inWords, unit: unit ?? '' })
  return (
    <figure className={styles.trend} role="img" aria-label={description}>
      <svg className={styles.plot} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {band && <path className={styles.band} d={band} vectorEffect="non-scaling-stroke" />}
        <path className={styles.line} d={path} vectorEffect="non-scaling-stroke" />
      </svg>
      {ticks.map(({ y, text }) => (
        <span key={text} className={styles.tick} style={place({ y })}>
          {text}
        </span>
      ))}
      {points.map((point) => (
        <Point key={`${point.x} ${point.y}`} point={point} />
      ))}
    </figure>
  )
}

function Point({ point }: { point: TrendPointView }) {
  const { x, y, value, shape, date, isLabelled } = point
  return (
    <>
      <span
        className={classNames(styles.point, styles[shape], y < 18 && styles.under)}
        style={place({ x, y })}
      >
        <Mark shape={shape} />
        {isLabelled && <b>{value}</b>}
      </span>
      {date && (
        <span className={styles.date} style={place({ x })}>
          {date[0]}
          <br />
          {date[1]}
        </span>
      )}
    </>
  )
}

function place({ x, y }: { x?: number; y?: number }): CSSProperties {
  return {
    ...(x === undefined ? {} : { '--x': x }),
    ...(y === undefined ? {} : { '--y': y }),
  } as CSSProperties
}
