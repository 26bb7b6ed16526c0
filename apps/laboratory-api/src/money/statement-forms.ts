import type { STATEMENT_FIELDS, STATEMENT_FORMS } from '@shop/contract/money'

export type CsvRecord = Readonly<Record<string, string | undefined>>
/** The values that are read from a line, or the headings of their columns. */
export type Cells = Record<(typeof STATEMENT_FIELDS)[number], string>
/** The cells of a line; the heading of an unknown value; or null: the line is not a movement. */
type ReadCells = Cells | { unknown: string } | null

/** How a file names what is read from it; headings are in lower case. */
interface StatementForm {
  name: (typeof STATEMENT_FORMS)[number]
  headings: Cells
  /** Further columns that are needed. */
  further: readonly string[]
  read: (record: CsvRecord) => ReadCells
}

const OWN: StatementForm = {
  name: 'own',
  headings: { type: 'type', payment: 'payment', amount: 'amount', currency: 'currency', time: 'time' },
  further: [],
  read: (record) => record as Cells,
}

const STRIPE_TYPES = new Map([
  ['charge', 'payment'],
  ['refund', 'refund'],
  ['refund_failure', 'refund_failure'],
])

/** Stripe's report "Balance change from activity", itemized. */
const STRIPE: StatementForm = {
  name: 'stripe',
  headings: {
    type: 'reporting_category',
    payment: 'payment_intent_id',
    amount: 'gross',
    currency: 'currency',
    time: 'created_utc',
  },
  further: [],
  read: (record) => {
    // Fees, payouts and disputes are not movements in the books. A failed refund is money that came back.
    const type = STRIPE_TYPES.get(record.reporting_category ?? '')
    if (!type) return null
    // What the patient paid or got back; the balance may be in another currency. Outgoing amounts have a minus there.
    const { gross = '', customer_facing_amount: amount, customer_facing_currency: currency } = record
    const isFacing = amount && currency
    return {
      type,
      payment: record.payment_intent_id ?? '',
      amount: (isFacing ? amount : gross).replace(/^-/, ''),
      currency: (isFacing ? currency : record.currency) ?? '',
      time: `${record.created_utc}Z`,
    }
  },
}

const BEPAID_STATES = new Map([
  ['успешный', true],
  ['неуспешный', false],
])
const BEPAID_TYPES = new Map([
  ['платеж', 'payment'],
  ['платёж', 'payment'],
  ['возврат средств', 'refund'],
])

/** The list of transactions that bePaid's back office exports, in Russian. A refund is a line with its own id. */
const BEPAID: StatementForm = {
  name: 'bepaid',
  headings: {
    type: 'тип транзакции',
    payment: 'uid',
    amount: 'сумма',
    currency: 'валюта',
    time: 'дата оплаты',
  },
  further: ['статус'],
  read: (record) => {
    const { 'тип транзакции': kind = '', сумма: amount = '', 'дата оплаты': paid } = record
    const isReceived = BEPAID_STATES.get((record.статус ?? '').toLowerCase())
    if (isReceived === undefined) return { unknown: 'статус' }
    if (!isReceived) return null
    const type = BEPAID_TYPES.get(kind.toLowerCase()) ?? kind
    return {
      type,
      payment: record.uid ?? '',
      amount: type === 'refund' ? amount.replace(/^-/, '') : amount,
      currency: record.валюта ?? '',
      time: paid || (record['дата создания'] ?? ''),
    }
  },
}

/** The form of a file, by a heading that the others do not have. */
export function statementForm(headings: readonly string[]): StatementForm {
  if (headings.includes(OWN.headings.type)) return OWN
  return [STRIPE, BEPAID].find((form) => headings.includes(form.headings.type)) ?? OWN
}
