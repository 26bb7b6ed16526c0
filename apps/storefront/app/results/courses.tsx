import { Link, useSearchParams } from 'react-router'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Icon } from '../ui/icon.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import styles from './courses.module.css'
import { Sparkline } from './sparkline.tsx'
import { TrendChart } from './trend-chart.tsx'
import type { TrendView } from './trend-view.server.ts'

/** Of the address: the value whose course is shown large. */
const CHOSEN = 'course'

/** One value over time, large, and the others small beside it, of which one is chosen by a link. */
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
