import type { CSSProperties } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTexts } from '../platform/texts/use-texts.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { Mark } from '../ui/mark.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import styles from './courses.module.css'
import { Sparkline } from './sparkline.tsx'
import trendChartStyles from './trend-chart.module.css'
import type { TrendPointView, TrendView } from './trend-view.server.ts'

/** Query parameter: the value whose trend is shown large. */
const CHOSEN = 'course'

/** One value over time, shown large, with the others small beside it as links that choose them. */
export default function Courses({ trends }: { trends: readonly TrendView[] }) {
  const { t } = useTexts()
  const [search] = useSearchParams()
  const chosen = trends.find(({ id }) => id === search.get(CHOSEN)) ?? trends[0]!
  return (
    <section aria-labelledby="courses">
      <SectionHead id="courses" title={t('results.trend.title')} />
      <div className={styles.courses}>
        <div>
          <Course trend={chosen} />
        </div>
        {trends.length > 1 && (
          <nav aria-label={t('results.trend.choose')}>
            <ul className={styles.choices}>
              {trends.map((trend) => (
                <li key={trend.id}>
                  <Link
                    to={`?${new URLSearchParams({ [CHOSEN]: trend.id })}`}
                    replace
                    preventScrollReset
                    className={styles.choice}
                    aria-current={trend === chosen ? 'true' : undefined}
                  >
                    <span>{trend.name}</span>
                    <Sparkline trend={trend} />
                    <b>{trend.last}</b>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </section>
  )
}

function Course({ trend }: { trend: TrendView }) {
  const { t } = useTexts()
  const { name, unit, sinceYear, direction, first, last } = trend
  return (
    <>
      <h3>{t('results.trend.since', { name, year: sinceYear })}</h3>
      <p className="small muted">{t(`results.trend.${direction}`, { first, last, unit: unit ?? '' })}</p>
      <TrendChart trend={trend} />
      <p className={styles.same}>
        <Icon name="check" size="s" /> {t('results.trend.same_measure')}
      </p>
    </>
  )
}

/** A value over time in its reference range; described in words for those who cannot see it. */
function TrendChart({ trend }: { trend: TrendView }) {
  const { t } = useTexts()
  const { name, unit, path, band, ticks, points } = trend
  const description = t('results.trend.describe', { name, values: trend.inWords, unit: unit ?? '' })
  return (
    <figure className={trendChartStyles.trend} role="img" aria-label={description}>
      <svg
        className={trendChartStyles.plot}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {band && <path className={trendChartStyles.band} d={band} vectorEffect="non-scaling-stroke" />}
        <path className={trendChartStyles.line} d={path} vectorEffect="non-scaling-stroke" />
      </svg>
      {ticks.map(({ y, text }) => (
        <span key={text} className={trendChartStyles.tick} style={place({ y })}>
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
        className={classNames(
          trendChartStyles.point,
          trendChartStyles[shape],
          y < 18 && trendChartStyles.under,
        )}
        style={place({ x, y })}
      >
        <Mark shape={shape} />
        {isLabelled && <b>{value}</b>}
      </span>
      {date && (
        <span className={trendChartStyles.date} style={place({ x })}>
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
