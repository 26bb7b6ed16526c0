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
type CsvRecord = Readonly<Record<string, string | undefined>>
/** `names`: what the file calls the columns. */
type Row = { line: number; names: Record<Column, string> } & Record<Column, string>

const OWN_NAMES: Record<Column, string> = {
  type: 'type',
  payment: 'payment',
  amount: 'amount',
  currency: 'currency',
  time: 'time',
}
/** Of Stripe's report "Balance change from activity", itemized. */
const STRIPE_NAMES: Record<Column, string> = {
  type: 'reporting_category',
  payment: 'payment_intent_id',
  amount: 'gross',
  currency: 'currency',
  time: 'created_utc',
}
/** Fees, payouts and disputes are no movements of the books. */
const STRIPE_TYPES = new Map<string | undefined, StatementLine['type']>([
  ['charge', 'payment'],
  ['refund', 'refund'],
])

function unreadable(line: number, column: string | null): Problem {
  return new Problem('statement_unreadable', { extension: { line, column } })
}

/**
 * A provider's statement as lines, of at most `MOST_DAYS`: the five documented columns, or Stripe's own report. Commas or
 * semicolons, further columns are let by.
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
  if (tooOld >= 0) throw unreadable(rows[tooOld]!.line, rows[tooOld]!.names.time)
  return lines
}

function readRows(csv: string): Row[] {
  let records: { record: CsvRecord; info: { lines: number } }[]
  let names = OWN_NAMES
  try {
    records = parse(csv, {
      bom: true,
      columns: (header: string[]) => {
        const columns = header.map((name) => name.trim().toLowerCase())
        if (columns.includes(STRIPE_NAMES.type) && !columns.includes(OWN_NAMES.type)) names = STRIPE_NAMES
        return checked(columns, names)
      },
      delimiter: delimiterOf(csv),
      info: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch (error) {
    if (error instanceof Problem) throw error
    const { lines } = error as { lines?: number }
    throw unreadable(lines ?? 1, null)
  }
  return records.flatMap(({ record, info: { lines: line } }) => {
    const row = names === STRIPE_NAMES ? stripeRow(record) : (record as Record<Column, string>)
    return row ? { ...row, line, names } : []
  })
}

/** Not both: where semicolons separate, commas are in the numbers. */
function delimiterOf(csv: string): ',' | ';' {
  const [header = ''] = csv.trimStart().split(/[\r\n]/, 1)
  return header.split(';').length > header.split(',').length ? ';' : ','
}

/** @throws Problem `statement_unreadable`: one is missing, or of two columns of one name none can be chosen */
function checked(columns: string[], names: Record<Column, string>): string[] {
  const wrong = COLUMNS.map((column) => names[column]).find(
    (name) => !columns.includes(name) || columns.indexOf(name) !== columns.lastIndexOf(name),
  )
  if (wrong) throw unreadable(1, wrong)
  return columns
}

/** What the patient paid or got back, which the balance may have in another currency; what went out has a minus there. */
function stripeRow(record: CsvRecord): Record<Column, string> | null {
  const type = STRIPE_TYPES.get(record[STRIPE_NAMES.type])
  if (!type) return null
  const { gross = '', customer_facing_amount: amount, customer_facing_currency: currency } = record
  const isFacing = amount && currency
  return {
    type,
    payment: record[STRIPE_NAMES.payment] ?? '',
    amount: (isFacing ? amount : gross).replace(/^-/, ''),
    currency: (isFacing ? currency : record.currency) ?? '',
    time: `${record[STRIPE_NAMES.time]}Z`,
  }
}

function lineOf(row: Row, zone: string): StatementLine {
  const { line, names, payment: transactionId } = row
  const type = TYPES.find((known) => known === row.type.toLowerCase())
  if (!type) throw unreadable(line, names.type)
  if (!TRANSACTION_ID.test(transactionId)) throw unreadable(line, names.payment)
  const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(row.amount) ?? []
  if (!whole) throw unreadable(line, names.amount)
  const currency = CURRENCIES.find((known) => known === row.currency.toUpperCase())
  if (!currency) throw unreadable(line, names.currency)
  const date = dayOf(row.time, zone)
  if (!date) throw unreadable(line, names.time)
  return { type, transactionId, amount: Number(whole) * 100 + Number(part.padEnd(2, '0')), currency, date }
}

/**
 * The day of an instant in the business zone; a day or a time without an offset is of the zone already. Days
 * as `2040-03-05` or `05.03.2040`.
 */
function dayOf(time: string, zone: string): string | null {
  const [, day, clock = '', offset = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(Z|[+-]\d{2}:\d{2})?$/.exec(
      time.replace(/^(\d{2})\.(\d{2})\.(\d{4})/, '$3-$2-$1'),
    ) ?? []
  if (!day || !askedDateSchema.safeParse(day).success) return null
  if (!clock || !offset) return day
  try {
    return Temporal.Instant.from(`${day}T${clock}${offset}`).toZonedDateTimeISO(zone).toPlainDate().toString()
  } catch {
    return null
  }
}
