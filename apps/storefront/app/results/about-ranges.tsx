import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { Flag } from '../ui/flag.tsx'
import styles from './about-ranges.module.css'
import type { ValueView } from './value-view.server.ts'

const WORDS = [
  ['normal', 'in'],
  ['low', 'low'],
  ['high', 'high'],
  ['abnormal', 'abnormal'],
  ['critical', 'critical'],
] as const

/** What the words and shapes mean, and what a range is. */
export default function AboutRanges({ values }: { values: readonly ValueView[] }) {
  const { t } = useTexts()
  const hasAbnormal = values.some(({ word }) => word === 'abnormal')
  return (
    <Card as="section" aria-labelledby="about-ranges">
      <h3 id="about-ranges">{t('results.about.title')}</h3>
      <dl className={styles.legend}>
        {WORDS.filter(([word]) => word !== 'abnormal' || hasAbnormal).map(([word, shape]) => (
          <div key={word}>
            <dt>
              <Flag shape={shape}>
                {t(word === 'critical' ? 'results.about.criticalWord' : `results.word.${word}`)}
              </Flag>
            </dt>
            <dd>{t(`results.about.${word}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">{t('results.about.text')}</p>
    </Card>
  )
}
