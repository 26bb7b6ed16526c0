import { useTranslation } from 'react-i18next'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './trend-chart.module.css'
import { TrendChart } from './trend-chart.tsx'
import type { TrendView } from './trend-view.server.ts'

/** One value over time. */
export function TrendCard({ trend }: { trend: TrendView }) {
  const { t } = useTranslation()
  const { id, name, unit, sinceYear, direction, first, last } = trend
  return (
    <Card as="section" aria-labelledby={`trend-${id}`}>
      <h3 id={`trend-${id}`}>{t('results.trend.since', { name, year: sinceYear })}</h3>
      <p className="small muted">{t(`results.trend.${direction}`, { first, last, unit: unit ?? '' })}</p>
      <TrendChart trend={trend} />
      <p className={styles.same}>
        <Icon name="check" size="s" /> {t('results.trend.same_measure')}
      </p>
    </Card>
  )
}
