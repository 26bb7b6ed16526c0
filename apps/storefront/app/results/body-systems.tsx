import { useTexts } from '../platform/texts/use-texts.ts'
import { Mark } from '../ui/mark.tsx'
import styles from './body-systems.module.css'
import type { BodySystem } from './load-analysis-result.server.ts'
import { SystemLine } from './system-line.tsx'
import type { TrendView } from './trend-view.server.ts'
import { ValuesTable } from './values-table.tsx'

interface BodySystemsProps {
  systems: readonly BodySystem[]
  trends: readonly TrendView[]
}

/** A long report by what its values tell about, one line each; the values stand inside. On paper everything is open. */
export function BodySystems({ systems, trends }: BodySystemsProps) {
  const { t } = useTexts()
  return (
    <div className={styles.systems}>
      {systems.map(({ group, values }) => {
        const rest = values.filter(({ isOutside }) => !isOutside)
        const outside = values.length - rest.length
        const inside = rest.filter(({ word }) => word === 'normal').length
        const counts = [
          ...(inside > 0 ? [t('results.inside', { count: inside })] : []),
          ...(outside > 0 ? [t('results.moreAbove', { count: outside })] : []),
        ]
        return (
          <SystemLine
            key={group}
            isOnPaperOnly={rest.length === 0}
            id={`system-${group}`}
            name={t(`results.group.${group}`)}
            about={t(`results.groupAbout.${group}`)}
            sum={
              <>
                <span className={styles.marks} aria-hidden="true">
                  {rest.map(({ id, shape, tone }) => (
                    <Mark key={id} shape={shape} className={styles[tone]} />
                  ))}
                </span>
                {counts.join(' · ')}
              </>
            }
          >
            <ValuesTable values={values} trends={trends} labelledBy={`system-${group}`} isRest />
          </SystemLine>
        )
      })}
    </div>
  )
}
