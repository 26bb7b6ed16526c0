import { askedDateSchema } from '@shop/contract/fields'
import { Problem } from '@shop/contract/problem'
import { addDays } from '@shop/domain/dates'
import { CURRENCIES, type Currency } from '@shop/domain/money'
import { parse } from 'csv-parse/sync'

const COLUMNS = ['type', 'payment', 'amount', 'currency', 'time'] as const
const TYPES = ['payment', 'refund'] as const
const MOST_LINES = 50_000
/** A year and some: the books of all its days are read at once. */
const MOST_DAYS = 400
/** What providers write. */
const TRANSACTION_ID = /^[\x21-\x7e]{1,200}$/

export interface StatementLine {
  type: (typeof TYPES)[number]
  /** The provider's id of the payment, also of a refund. */
  transactionId: string
  /** Minor units. */
  amount: number
  currency: Currency
  /** Day of the business zone. */
  date: string
}

type Column = (typeof COLUMNS)[number]
type Row = { line: number } & Record<Column, string>

function unreadable(line: number, column: Column | null): Problem {
  return new Problem('statement_unreadable', { extension: { line, column } })
}

/**
 * A provider's statement as lines, of at most `MOST_DAYS`. Commas or semicolons, further columns are let by.
 * @throws Problem `statement_unreadable` with line and column
 */
export function readStatement(csv: string, zone: string): StatementLine[] {
  const rows = readRows(csv)
  if (rows.length === 0 || rows.length > MOST_LINES) throw unreadable(rows.length + 1, null)
  const lines = rows.map((row) => lineOf(row, zone))
  const newest = lines
    .map(({ date }) => date)
    .toSorted()
    .at(-1)!
  const oldest = addDays(newest, -MOST_DAYS)
  const tooOld = lines.findIndex(({ date }) => date < oldest)
  if (tooOld >= 0) throw unreadable(rows[tooOld]!.line, 'time')
  return lines
}

function readRows(csv: string): Row[] {
  let records: { record: Record<string, string>; info: { lines: number } }[]
  try {
    records = parse(csv, {
      bom: true,
      columns: (header: string[]) => columnsOf(header),
      delimiter: [',', ';'],
      info: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch (error) {
    if (error instanceof Problem) throw error
    const { lines } = error as { lines?: number }
    throw unreadable(lines ?? 1, null)
  }
  const missing = COLUMNS.find((column) => records.length > 0 && records[0]!.record[column] === undefined)
  if (missing) throw unreadable(1, missing)
  return records.map(({ record, info }) => ({ ...(record as Record<Column, string>), line: info.lines }))
}

/** @throws Problem `statement_unreadable`: of two columns of one name none can be chosen */
function columnsOf(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim().toLowerCase())
  const twice = COLUMNS.find((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (twice) throw unreadable(1, twice)
  return names
}

function lineOf(row: Row, zone: string): StatementLine {
  const { line, payment: transactionId } = row
  const type = TYPES.find((known) => known === row.type.toLowerCase())
  if (!type) throw unreadable(line, 'type')
  if (!TRANSACTION_ID.test(transactionId)) throw unreadable(line, 'payment')
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(row.amount)) throw unreadable(line, 'amount')
  const [whole = '', part = ''] = row.amount.split('.')
  const currency = CURRENCIES.find((known) => known === row.currency.toUpperCase())
  if (!currency) throw unreadable(line, 'currency')
  const date = dayOf(row.time, zone)
  if (!date) throw unreadable(line, 'time')
  return { type, transactionId, amount: Number(whole) * 100 + Number(part.padEnd(2, '0')), currency, date }
}

/** The day of an instant in the business zone; a day or a time without an offset is of the zone already. */
function dayOf(time: string, zone: string): string | null {
  const [, day, clock = '', offset = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(Z|[+-]\d{2}:\d{2})?$/.exec(time) ?? []
  if (!day || !askedDateSchema.safeParse(day).success) return null
  if (!clock || !offset) return day
  try {
    return Temporal.Instant.from(`${day}T${clock}${offset}`).toZonedDateTimeISO(zone).toPlainDate().toString()
  } catch {
    return null
  }
}
