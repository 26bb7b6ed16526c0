import { askedDateSchema } from '@shop/contract/fields'
import { STATEMENT_FIELDS, type StatementReading } from '@shop/contract/money'
import { Problem } from '@shop/contract/problem'
import { addDays } from '@shop/domain/dates'
import { CURRENCIES, type Currency } from '@shop/domain/money'
import { parse } from 'csv-parse/sync'
import type { Movement } from './close-day.ts'
import { type Cells, type CsvRecord, statementForm } from './statement-forms.ts'

/** By their names in a statement. */
const TYPES = new Map<string, Movement['type']>([
  ['payment', 'payment'],
  ['refund', 'refund'],
  ['refund_failure', 'refundFailure'],
])
const MOST_LINES = 50_000
/** A little over a year: the books of all its days are read together. */
const MOST_DAYS = 400
/** The form of the providers' ids. */
const TRANSACTION_ID = /^[\x21-\x7e]{1,200}$/
/** With more unread lines than this, the file itself is to be corrected. */
const UNREAD_SHOWN = 50
const UNREAD_CHARACTERS = 60

export interface StatementLine {
  type: Movement['type']
  /** The provider's id of the payment, also for a refund; in bePaid's own file the id of the refund. */
  transactionId: string
  /** Minor units. */
  amount: number
  currency: Currency
  /** Day of the business zone. */
  date: string
}

function unreadable(line: number, column: string | null): Problem {
  return new Problem('statement_unreadable', { extension: { line, column } })
}

/**
 * Reads a provider's statement of at most `MOST_DAYS`: the five documented columns, or Stripe's or bePaid's own file.
 * Commas or semicolons separate; further columns are ignored. A line that cannot be read is reported, and the others
 * are read.
 * @throws Problem `statement_unreadable` with line and column: no line can be read, or not the file
 */
export function readStatement(
  csv: string,
  zone: string,
): { lines: StatementLine[]; reading: StatementReading } {
  const { form, headings, records } = readRecords(csv)
  const numbered: { line: number; movement: StatementLine }[] = []
  const unread: StatementReading['unread']['lines'] = []
  let passed = 0
  for (const { record, line } of records) {
    const cells = form.read(record)
    const movement = cells && ('unknown' in cells ? cells : lineOf(cells, form.headings, zone))
    if (!movement) passed += 1
    else if ('unknown' in movement) {
      const value = (record[movement.unknown] ?? '').slice(0, UNREAD_CHARACTERS)
      unread.push({ line, heading: headings.get(movement.unknown)!, value })
    } else numbered.push({ line, movement })
  }
  const [first] = unread
  if (numbered.length === 0) throw unreadable(first?.line ?? records.length + 2, first?.heading ?? null)
  refuseLongPeriod(numbered, headings.get(form.headings.time)!)
  return {
    lines: numbered.map(({ movement }) => movement),
    reading: {
      form: form.name,
      columns: STATEMENT_FIELDS.map((field) => ({ field, heading: headings.get(form.headings[field])! })),
      passed,
      unread: { count: unread.length, lines: unread.slice(0, UNREAD_SHOWN) },
    },
  }
}

/** @throws Problem `statement_unreadable`: a line is older than the newest by more days than are read together */
function refuseLongPeriod(
  numbered: readonly { line: number; movement: StatementLine }[],
  heading: string,
): void {
  const newest = numbered
    .map(({ movement }) => movement.date)
    .toSorted()
    .at(-1)!
  const oldest = addDays(newest, -MOST_DAYS)
  const tooOld = numbered.find(({ movement }) => movement.date < oldest)
  if (tooOld) throw unreadable(tooOld.line, heading)
}

function readRecords(csv: string) {
  let form = statementForm([])
  /** The headings as in the file, by their names here. */
  const headings = new Map<string, string>()
  let read: { record: CsvRecord; info: { lines: number } }[]
  try {
    read = parse(csv, {
      bom: true,
      columns: (header: string[]) => {
        const names = header.map((name) => name.trim().replace(/\s+/g, ' ').toLowerCase())
        form = statementForm(names)
        for (const [index, name] of names.entries()) headings.set(name, header[index]!.trim())
        return checked(names, [...Object.values(form.headings), ...form.further])
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
  if (read.length === 0 || read.length > MOST_LINES) throw unreadable(read.length + 1, null)
  return { form, headings, records: read.map(({ record, info }) => ({ record, line: info.lines })) }
}

/** Only one of them: where semicolons separate, commas are in the numbers. */
function delimiterOf(csv: string): ',' | ';' {
  const [header = ''] = csv.trimStart().split(/[\r\n]/, 1)
  return header.split(';').length > header.split(',').length ? ';' : ','
}

/** @throws Problem `statement_unreadable`: a needed column is missing, or there are two of its name */
function checked(names: string[], needed: readonly string[]): string[] {
  const wrong = needed.find(
    (name) => !names.includes(name) || names.indexOf(name) !== names.lastIndexOf(name),
  )
  if (wrong) throw unreadable(1, wrong)
  return names
}

/** The line, or the heading of the value that cannot be read. */
function lineOf(cells: Cells, headings: Cells, zone: string): StatementLine | { unknown: string } {
  const { payment: transactionId } = cells
  const type = TYPES.get(cells.type.toLowerCase())
  if (!type) return { unknown: headings.type }
  if (!TRANSACTION_ID.test(transactionId)) return { unknown: headings.payment }
  const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(cells.amount) ?? []
  if (!whole) return { unknown: headings.amount }
  const currency = CURRENCIES.find((known) => known === cells.currency.toUpperCase())
  if (!currency) return { unknown: headings.currency }
  const date = dayOf(cells.time, zone)
  if (!date) return { unknown: headings.time }
  return { type, transactionId, amount: Number(whole) * 100 + Number(part.padEnd(2, '0')), currency, date }
}

/**
 * The day of an instant in the business zone; a day or a time without an offset is already in that zone. Days
 * are written `2040-03-05` or `05.03.2040`.
 */
function dayOf(time: string, zone: string): string | null {
  const [, day, clock = '', offset = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?\s*(Z|[+-]\d{2}:?\d{2})?$/.exec(
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
