// biome-ignore-all lint/a11y/noRedundantRoles: displayed as a grid, the elements lose the roles of a table in some browsers
// biome-ignore-all lint/a11y/useSemanticElements: they are these elements already
import type { CSSProperties } from 'react'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { classNames } from '../ui/class-names.ts'
import { RangeBar } from '../ui/range-bar.tsx'
import { Sparkline } from './sparkline.tsx'
import type { TrendView } from './trend-view.server.ts'
import { rangeWords, ValueFlag, ValueNotes } from './value-notes.tsx'
import type { ValueView } from './value-view.server.ts'
import styles from './values.module.css'

interface ValuesTableProps {
  values: readonly ValueView[]
  /** Id of the heading that names the table. */
  labelledBy: string
  /** Trends of the values; a value that has one shows it small. */
  trends?: readonly TrendView[]
  /** Values outside their range are already shown above, and appear here only on paper. */
  isRest?: boolean
}

const COLUMNS = ['name', 'result', 'word', 'where', 'course', 'range'] as const

/** All values of a report: a table on wide screens, one small card each on a phone. */
export function ValuesTable({ values, labelledBy, trends = [], isRest = false }: ValuesTableProps) {
  const { t } = useTexts()
  const isPlain = !isRest
  const hasCourses = trends.length > 0
  return (
    <table
      className={classNames(styles.table, isRest && styles.rest, hasCourses && styles.withCourses)}
      role="table"
      aria-labelledby={labelledBy}
    >
      <thead role="rowgroup">
        <tr role="row">
          {COLUMNS.filter((column) => column !== 'course' || hasCourses).map((column) => (
            <th key={column} role="columnheader">
              {t(`results.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      {parted(values).map(({ group, members }) => (
        <tbody key={members[0]!.id} role="rowgroup">
          {group && isPlain && (
            <tr role="row" className={styles.group}>
              <th scope="rowgroup" role="rowheader" colSpan={5}>
                {t(`results.group.${group}`)}
              </th>
            </tr>
          )}
          {members.map((value) => (
            <ValueRow
              key={value.id}
              value={value}
              trend={trends.find(({ id }) => id === value.id)}
              hasCourse={hasCourses}
            />
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** The values by group; groups and values keep the order in which they first occur. */
function parted(values: readonly ValueView[]) {
  const groups = [...new Set(values.map(({ group }) => group))]
  return groups.map((group) => ({ group, members: values.filter((value) => value.group === group) }))
}

interface ValueRowProps {
  value: ValueView
  trend: TrendView | undefined
  hasCourse: boolean
}

function ValueRow({ value, trend, hasCourse }: ValueRowProps) {
  const { t } = useTexts()
  const { name, text, unit, position, shape, isOutside } = value
  return (
    <tr role="row" className={classNames(styles.row, isOutside && styles.out, isOutside && styles[shape])}>
      <th scope="row" role="rowheader" className={styles.name}>
        <OwnLanguage>{name}</OwnLanguage>
        <ValueNotes value={value} isRow />
      </th>
      <td
        role="cell"
        className={classNames(styles.value, value.isText && styles.words)}
        style={{ '--decimals': value.decimals } as CSSProperties}
      >
        {text} {unit && <small>{unit}</small>}
      </td>
      <td role="cell" className={styles.flag}>
        <ValueFlag value={value} />
      </td>
      <td role="cell" className={styles.bar}>
        {position !== null && <RangeBar position={position} shape={shape} open={value.open} />}
      </td>
      {hasCourse && (
        <td role="cell" className={styles.course}>
          {trend && (
            <>
              <Sparkline trend={trend} />
              <span className="visually-hidden">
                {t(`results.trend.${trend.direction}`, { first: trend.first, last: trend.last, unit: '' })}
              </span>
            </>
          )}
        </td>
      )}
      <td role="cell" className={styles.range}>
        {rangeWords(value) ?? t('results.range.none')}
      </td>
    </tr>
  )
}
