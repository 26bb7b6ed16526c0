import { useTexts } from '../platform/texts/use-texts.ts'
import { Mark } from '../ui/mark.tsx'
import type { BodySystem } from './analysis-result-view.server.ts'
import styles from './body-systems.module.css'
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
        const outside = values.filter(({ isOutside }) => isOutside).length
        const inside = values.filter(({ word }) => word === 'normal').length
        const counts = [
          ...(outside > 0 ? [t('results.outside', { count: outside })] : []),
          ...(inside > 0 ? [t('results.inside', { count: inside })] : []),
        ]
        return (
          <SystemLine
            key={group}
            id={`system-${group}`}
            name={t(`results.group.${group}`)}
            about={t(`results.groupAbout.${group}`)}
            sum={
              <>
                <span className={styles.marks} aria-hidden="true">
                  {values.map(({ id, shape, tone }) => (
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
