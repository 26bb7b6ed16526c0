import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon/icon.tsx'
import { Money } from '../../components/money/money.tsx'
import { useShellData } from '../../shell-data.ts'
import styles from './analysis-list.module.css'
import type { AnalysisRow } from './analysis-row.server.ts'
import { Days } from './days.tsx'
import { Marked } from './marked.tsx'

interface AnalysisListProps {
  rows: readonly AnalysisRow[]
  /** What was searched for: marked in the names. */
  term?: string
}

/** Analyses in columns, so that price, date and preparation compare. Anchors are plain: the list may be long. */
export function AnalysisList({ rows, term = '' }: AnalysisListProps) {
  const { t } = useTranslation()
  const names = useShellData()?.cart?.namesByAnalysisId
  return (
    <div className={styles.tests}>
      <p className={styles.head} aria-hidden="true">
        <span>{t('catalogue.list.test')}</span>
        <span>{t('catalogue.list.before')}</span>
        <span>{t('catalogue.list.ready')}</span>
        <span>{t('catalogue.list.price')}</span>
        <span />
      </p>
      <ol>
        {rows.map((row) => (
          <Row key={row.id} row={row} term={term} inCartFor={names?.[row.id]} />
        ))}
      </ol>
    </div>
  )
}

interface RowProps {
  row: AnalysisRow
  term: string
  inCartFor: readonly string[] | undefined
}

function Row({ row, term, inCartFor }: RowProps) {
  const { t } = useTranslation()
  const { id, name, also, specimen, ready, days, price } = row
  return (
    <li className={styles.test}>
      <a className={styles.name} href={`/search/analysis/${id}`} data-walk>
        <Marked text={name} term={term} />
      </a>
      <p className={styles.meta}>
        {also && (
          <>
            <Marked text={also} term={term} /> ·{' '}
          </>
        )}
        {specimen}
        {inCartFor && <b> · {t('catalogue.inCartFor', { names: inCartFor.join(', ') })}</b>}
      </p>
      <p className={styles.prep}>{t(...preparation(row))}</p>
      <p className={styles.ready}>
        {ready && (
          <span>
            <span className={styles.readyWord}>{t('catalogue.list.ready')} </span>
            {ready}
          </span>
        )}
        <Days count={days} />
      </p>
      <p className={styles.price}>
        <Money {...price} />
      </p>
      <AddLink id={id} name={name} inCartFor={inCartFor} />
    </li>
  )
}

function AddLink({
  id,
  name,
  inCartFor,
}: {
  id: number
  name: string
  inCartFor: readonly string[] | undefined
}) {
  const { t } = useTranslation()
  return inCartFor ? (
    <a
      className={styles.added}
      href="/order/cart"
      aria-label={t('catalogue.list.isInCart', { name, names: inCartFor.join(', ') })}
    >
      <Icon name="check" />
    </a>
  ) : (
    <a
      className={styles.add}
      href={`/add-to-cart/analysis/${id}`}
      aria-label={t('catalogue.list.add', { name })}
    >
      <Icon name="plus" />
    </a>
  )
}

/** What the column "Before" says: key and values of a text. */
function preparation({ fastingHours, hasNotes }: AnalysisRow): [string, { hours: number }] {
  const key = fastingHours > 0 ? 'fasting' : hasNotes ? 'special' : 'none'
  return [`catalogue.preparation.${key}`, { hours: fastingHours }]
}
