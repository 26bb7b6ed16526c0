import type { CSSProperties } from 'react'
import { useTexts } from '../platform/texts/use-texts.ts'
import sprite from '../ui/icons.svg?url&no-inline'
import styles from './report-summary.module.css'
import type { SwarmView } from './value-swarm.server.ts'

/** Each value at its position in its own range, with all ranges overlaid. The sentence and the rows say it in words. */
export function Swarm({ swarm: { dots, height } }: { swarm: SwarmView }) {
  const { t } = useTexts()
  return (
    <div className={styles.picture} aria-hidden="true">
      <svg className={styles.swarm} viewBox={`0 0 280 ${height}`} aria-hidden="true">
        <path className={styles.axis} d={`M2 ${height / 2}H278`} />
        <rect className={styles.field} x="70" y="2" width="140" height={height - 4} rx="2" />
        <path className={styles.limit} d={`M70 2V${height - 2}M210 2V${height - 2}`} />
        {dots.map(({ x, y, shape }, index) => (
          <use
            key={`${x} ${y}`}
            className={styles[shape]}
            href={`${sprite}#mark-${shape}`}
            x={x - 5.5}
            y={y - 5.5}
            width="11"
            height="11"
            style={{ '--i': index } as CSSProperties}
          />
        ))}
      </svg>
      <p className={styles.sides}>
        <span>{t('results.word.low')}</span>
        <span>{t('results.word.normal')}</span>
        <span>{t('results.word.high')}</span>
      </p>
    </div>
  )
}
