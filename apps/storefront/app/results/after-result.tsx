import { Link } from 'react-router'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Flag } from '../ui/flag.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import styles from './analysis-result.module.css'
import type { AnalysisResultView } from './load-analysis-result.server.ts'
import RepeatTests from './repeat-tests.tsx'

/** What comes after one test's result: the same test on other days, and wanting it again. */
export default function AfterResult({ view: { others, repeat } }: { view: AnalysisResultView }) {
  return (
    <>
      {others.length > 0 && <OtherReports others={others} />}
      {repeat && <RepeatTests repeat={repeat} />}
    </>
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
