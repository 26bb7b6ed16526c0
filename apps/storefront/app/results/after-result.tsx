import { Link } from 'react-router'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { Flag } from '../ui/flag.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import styles from './after-result.module.css'
import type { AnalysisResultView } from './load-analysis-result.server.ts'
import RepeatTests from './repeat-tests.tsx'

/** What comes after one test's result: what ranges are, the same test on other days, and wanting it again. */
export default function AfterResult({ view, hasRanges }: { view: AnalysisResultView; hasRanges: boolean }) {
  const { values, others, repeat } = view
  return (
    <>
      {hasRanges && <AboutRanges values={values} />}
      {others.length > 0 && <OtherReports others={others} />}
      {repeat && <RepeatTests repeat={repeat} />}
    </>
  )
}

const WORDS = [
  ['normal', 'in'],
  ['low', 'low'],
  ['high', 'high'],
  ['abnormal', 'abnormal'],
  ['critical', 'critical'],
] as const

/** What the words and shapes mean, and what a range is. */
function AboutRanges({ values }: Pick<AnalysisResultView, 'values'>) {
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

function OtherReports({ others }: Pick<AnalysisResultView, 'others'>) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="more" className="no-print">
      <SectionHead id="more" title={t('results.more.title')} />
      <ul className={styles.more}>
        {others.map(({ path, day, outsideCount, hasCritical }) => (
          <li key={path}>
            <Link className="hit" to={path}>
              {t('results.more.other', { date: day })}
            </Link>
            {hasCritical ? (
              <span className="small">
                <Flag shape="critical">{t('results.about.criticalWord')}</Flag>
              </span>
            ) : (
              outsideCount > 0 && (
                <span className="small muted">{t('results.summary.talk', { count: outsideCount })}</span>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
