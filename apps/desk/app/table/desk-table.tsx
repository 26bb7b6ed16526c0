import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { classNames } from '@shop/storefront/ui/class-names.ts'
import {
  type ColumnDef,
  createSortedRowModel,
  type Header,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import styles from './desk-table.module.css'

/** A column of a list. */
export interface DeskColumn<Row> {
  id: string
  head: string
  /** Language of the heading, if it is not the reader's. */
  lang?: string
  cell: (row: Row) => ReactNode
  /**
   * What the rows are sorted by on request. It sorts only the rows shown: see `isPart`.
   * An instant as the API gives it, not as it is displayed. Null is sorted last.
   */
  sortBy?: (row: Row) => string | number | null
  /** Sums and counts are right-aligned. */
  isNumber?: boolean
  /** Names its row. */
  isHead?: boolean
  className?: string
}

interface DeskTableProps<Row> {
  rows: readonly Row[]
  /** `false`: a column hidden from this person. */
  columns: readonly (DeskColumn<Row> | false)[]
  keyOf: (row: Row, index: number) => string | number
  /** The name of the table, read out but not shown, or the id of the heading above it. */
  caption: string | { labelledBy: string }
  /** The most rows that the list can have: if it is full, it says that there may be more, and cannot be sorted. */
  most?: number
  /** There are further rows. It cannot be sorted: the first of these would be taken for the first of all. */
  isPart?: boolean
  /** Shown if there are no rows. */
  none?: ReactNode
  /** `cards`: on a phone a row is a card; `wide`: it stays a table that scrolls; `bare`: a table inside a card. */
  look?: 'cards' | 'wide' | 'bare'
}

/** A dash in its column; on a phone, where a row is a card without the columns' names, nothing. */
export const NO_VALUE = <span className="deskNone">—</span>

const FEATURES = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
type Features = typeof FEATURES
const COLLATOR = new Intl.Collator(undefined, { numeric: true })

/**
 * A list of the desk. The server sends it in the order in which people work through it; with scripts it can be
 * sorted.
 */
export function DeskTable<Row extends RowData>({
  rows,
  columns,
  keyOf,
  caption,
  most = Number.POSITIVE_INFINITY,
  isPart = false,
  none,
  look = 'cards',
}: DeskTableProps<Row>) {
  const shown = columns.filter((column) => column !== false)
  const isFull = rows.length >= most
  const table = useTable<Features, Row>({
    features: FEATURES,
    data: rows,
    columns: shown.map(columnDef),
    getRowId: (row, index) => String(keyOf(row, index)),
    enableMultiSort: false,
    enableSorting: !isPart && !isFull,
  })
  if (rows.length === 0) return none === undefined ? null : <p>{none}</p>
  const heading = typeof caption === 'string' ? null : caption.labelledBy
  const content = (
    <table
      className={classNames('deskTable', look === 'cards' && 'deskCards')}
      aria-labelledby={heading ?? undefined}
    >
      {typeof caption === 'string' && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {table.getHeaderGroups()[0]!.headers.map((header, index) => (
            <Head key={header.id} header={header} column={shown[index]!} />
          ))}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map(({ id, original }) => (
          <tr key={id}>
            {shown.map((column) => (
              <Cell key={column.id} column={column}>
                {column.cell(original)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return look === 'bare' ? (
    content
  ) : (
    <>
      <div className="deskScroll">{content}</div>
      {isFull && <FullList count={rows.length} />}
    </>
  )
}

/** Says that a list ends where it need not. */
export function FullList({ count }: { count: number }) {
  const { t } = useTexts()
  return <p className="muted">{t('desk:table.full', { count })}</p>
}

/**
 * Cells are rendered by `cell` directly: as a component of the table it would be a new one on each render, and lose
 * what is typed.
 */
const columnDef = <Row extends RowData>({ id, head, sortBy }: DeskColumn<Row>): ColumnDef<Features, Row> => ({
  id,
  header: head,
  accessorFn: (row) => sortBy?.(row) ?? undefined,
  enableSorting: sortBy !== undefined,
  sortUndefined: 'last',
  sortDescFirst: false,
  sortFn: (one, other, column) => {
    const [a, b] = [one.getValue<string | number>(column), other.getValue<string | number>(column)]
    return typeof a === 'number' && typeof b === 'number' ? a - b : COLLATOR.compare(String(a), String(b))
  },
})

const SORTED = { asc: 'ascending', desc: 'descending' } as const
const neverChanges = () => () => {}

function Head<Row extends RowData>({
  header,
  column,
}: {
  header: Header<Features, Row>
  column: DeskColumn<Row>
}) {
  const { t } = useTexts()
  const hasScripts = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const isSortable = header.column.getCanSort()
  const sorted = isSortable && header.column.getIsSorted()
  return (
    <th
      scope="col"
      lang={column.lang}
      className={classNames(column.isNumber && `deskSum ${styles.number}`) || undefined}
      aria-sort={sorted ? SORTED[sorted] : undefined}
    >
      {!isSortable ? (
        column.head
      ) : hasScripts ? (
        <button
          type="button"
          className={styles.sort}
          title={t('desk:table.sort')}
          onClick={() => header.column.toggleSorting()}
        >
          {column.head}
        </button>
      ) : (
        <span className={styles.sort}>{column.head}</span>
      )}
    </th>
  )
}

function Cell<Row>({ column, children }: { column: DeskColumn<Row>; children: ReactNode }) {
  const className = classNames(column.isNumber && 'deskSum', column.className) || undefined
  return column.isHead ? (
    <th scope="row" className={className}>
      {children}
    </th>
  ) : (
    <td className={className}>{children}</td>
  )
}

/** The link of a row to its page; J and K move from one to the next. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} data-row>
      {children}
    </Link>
  )
}
