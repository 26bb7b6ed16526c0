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
  /** Of the head, where it is not the reader's. */
  lang?: string
  cell: (row: Row) => ReactNode
  /**
   * What its rows are ordered by, once somebody asks for it: of what is shown, so not for a list that goes on on other pages.
   * A moment as the API says it, not as it is written here. null comes last.
   */
  sortBy?: (row: Row) => string | number | null
  /** Sums and counts stand under each other. */
  isNumber?: boolean
  /** Names its row. */
  isHead?: boolean
  className?: string
}

interface DeskTableProps<Row> {
  rows: readonly Row[]
  /** false: a column that this person does not see. */
  columns: readonly (DeskColumn<Row> | false)[]
  keyOf: (row: Row, index: number) => string | number
  /** What the table is called: for who does not see the heading above it, or the id of that heading. */
  caption: string | { labelledBy: string }
  /** Said where there are no rows. */
  none?: ReactNode
  /** On a phone a row is a card; `wide`: it stays a table that scrolls; `bare`: one inside of a card. */
  look?: 'cards' | 'wide' | 'bare'
}

const FEATURES = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
type Features = typeof FEATURES
const COLLATOR = new Intl.Collator(undefined, { numeric: true })

/**
 * A list of the desk. It comes from the server in the order in which one works through it; scripts let people
 * order it otherwise.
 */
export function DeskTable<Row extends RowData>({
  rows,
  columns,
  keyOf,
  caption,
  none,
  look = 'cards',
}: DeskTableProps<Row>) {
  const shown = columns.filter((column) => column !== false)
  const table = useTable<Features, Row>({
    features: FEATURES,
    data: rows,
    columns: shown.map(columnDef),
    getRowId: (row, index) => String(keyOf(row, index)),
    enableMultiSort: false,
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
  return look === 'bare' ? content : <div className="deskScroll">{content}</div>
}

/**
 * Rows are drawn by `cell` itself: as a component of the table's it would be another one with each drawing,
 * and lose what is typed.
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
  const sorted = header.column.getIsSorted()
  const isSortable = header.column.getCanSort()
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

/** Leads where the row belongs; J and K go from one to the next. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} data-row>
      {children}
    </Link>
  )
}
