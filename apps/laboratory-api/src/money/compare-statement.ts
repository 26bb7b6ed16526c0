import type { ComparedStatement } from '@shop/contract/money'
import { type Currency, toWire } from '@shop/domain/money'
import type { Movement } from './close-day.ts'
import type { StatementLine } from './read-statement.ts'

/** A movement in the books, with the fields that a statement can have. */
export type BookLine = Pick<
  Movement,
  'type' | 'transactionId' | 'amount' | 'currency' | 'paymentId' | 'orderNumber'
>

interface Side {
  type: BookLine['type']
  transactionId: string
  currency: Currency
  amount: number
}

type Difference = ComparedStatement['differences'][number]

/** One item on both sides: a payment, or all refunds of it; a provider may list parts in any number of lines. */
const keyOf = ({ type, transactionId, currency }: Omit<Side, 'amount'>) =>
  JSON.stringify([type, transactionId, currency])

function totalsByKey(lines: readonly Side[]): Map<string, Side> {
  const sums = new Map<string, Side>()
  for (const { type, transactionId, currency, amount } of lines) {
    const key = keyOf({ type, transactionId, currency })
    sums.set(key, { type, transactionId, currency, amount: amount + (sums.get(key)?.amount ?? 0) })
  }
  return sums
}

/**
 * Compares a statement with the books of the same days. Of the movements in the books just before and after them,
 * as around midnight, it takes those that the statement has as well.
 */
export function compareStatement(
  statement: readonly StatementLine[],
  booksOfDays: readonly BookLine[],
  beside: readonly BookLine[] = [],
): Pick<ComparedStatement, 'matched' | 'statement' | 'books' | 'differences'> {
  const stated = totalsByKey(statement)
  const books = [...booksOfDays, ...alsoStated(beside, stated, totalsByKey(booksOfDays))]
  const known = totalsByKey(books)
  const entries = new Map(books.map((line) => [line.transactionId, line]))
  withoutFailedAtOnce(stated, known)
  const differences: Difference[] = []
  let matched = 0
  for (const key of new Set([...stated.keys(), ...known.keys()])) {
    const [theirs, ours] = [stated.get(key), known.get(key)]
    if (theirs?.amount === ours?.amount) {
      matched += 1
      continue
    }
    const { type, transactionId } = (theirs ?? ours)!
    const entry = entries.get(transactionId)
    differences.push({
      kind: !ours ? 'onlyInStatement' : !theirs ? 'onlyInBooks' : 'anotherAmount',
      type,
      transactionId,
      paymentId: entry?.paymentId ?? null,
      orderNumber: entry?.orderNumber ?? null,
      statement: theirs ? toWire(theirs) : null,
      books: ours ? toWire(ours) : null,
    })
  }
  return { matched, statement: totals(statement), books: totals(books), differences }
}

/** Up to this many lines, every choice is tried, 4,096 at most; more parts of one payment within two days are not expected. */
const MOST_TRIED = 12

/** The movements that make up what the books of the days lack; without one that fits, the first, to be compared. */
function alsoStated(
  beside: readonly BookLine[],
  stated: ReadonlyMap<string, Side>,
  known: ReadonlyMap<string, Side>,
): BookLine[] {
  return [...Map.groupBy(beside, keyOf)].flatMap(([key, lines]) => {
    let missing = (stated.get(key)?.amount ?? 0) - (known.get(key)?.amount ?? 0)
    const exact = lines.find(({ amount }) => amount === missing)
    if (exact) return exact
    const several = missing > 0 && lines.length <= MOST_TRIED && making(missing, lines)
    if (several) return several
    const fitting = lines.filter(({ amount }) => {
      if (amount > missing) return false
      missing -= amount
      return true
    })
    return fitting.length === 0 && stated.has(key) && !known.has(key) ? lines.slice(0, 1) : fitting
  })
}

/** The first of these lines that make up exactly this amount; null if none do. */
function making(amount: number, [first, ...rest]: readonly BookLine[]): BookLine[] | null {
  if (amount === 0) return []
  if (!first || amount < 0) return null
  const withFirst = making(amount - first.amount, rest)
  return withFirst ? [first, ...withFirst] : making(amount, rest)
}

/** Leaves out refunds that failed before the books had them: with their failure, they moved no money. */
function withoutFailedAtOnce(stated: Map<string, Side>, known: ReadonlyMap<string, Side>): void {
  for (const [key, failure] of stated) {
    if (failure.type !== 'refundFailure' || known.has(key)) continue
    const refundKey = keyOf({ ...failure, type: 'refund' })
    if (known.has(refundKey) || stated.get(refundKey)?.amount !== failure.amount) continue
    stated.delete(key)
    stated.delete(refundKey)
  }
}

function totals(lines: readonly Side[]) {
  const sum = (types: readonly Side['type'][]) =>
    [...Map.groupBy(lines, ({ currency }) => currency)].flatMap(([currency, group]) => {
      const own = group.filter(({ type }) => types.includes(type))
      if (own.length === 0) return []
      return toWire({ amount: own.reduce((amount, line) => amount + line.amount, 0), currency })
    })
  return { received: sum(['payment', 'refundFailure']), givenBack: sum(['refund']) }
}
