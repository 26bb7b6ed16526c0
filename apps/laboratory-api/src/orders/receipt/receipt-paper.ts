import type { Partner } from '@shop/contract/partner'
import { groupByProfile } from '@shop/domain/group-by-profile'
import type { Locale } from '@shop/domain/locale'
import { formatAmount, formatMoney } from '@shop/domain/money'
import { isCalledOff } from '@shop/domain/order-states'
import { leftToRefund } from '@shop/domain/refunds'
import { formatMoment } from '@shop/texts/formats.server'
import { inLanguage } from '../../catalogue/localised.ts'
import type { AttemptRow, TransactionRow } from '../../payments/tables.ts'
import { letterheadData } from '../../pdf/letterhead-data.ts'
import type { PaperOrder } from '../../pdf/typesetter.ts'
import { textsIn } from '../../texts.ts'
import type { ReadLine, ReadPatient, StoredOrder } from '../order-queries.ts'
import type { OrderRow } from '../tables.ts'

const PROVIDER_NAMES = { bepaid: 'bePaid', stripe: 'Stripe' }

/** What a receipt says of an order. */
interface ReceiptOrder extends Pick<StoredOrder, 'refunds'> {
  order: Pick<OrderRow, 'number' | 'currency' | 'deliveryPrice' | 'total' | 'state' | 'visitStart'>
  patients: Pick<ReadPatient, 'patientId' | 'firstName' | 'lastName' | 'subtotal' | 'profiles'>[]
  lines: Pick<ReadLine, 'patientId' | 'kind' | 'itemId' | 'code' | 'name' | 'quantity' | 'price'>[]
}

export interface Receipt {
  details: ReceiptOrder
  transaction: Pick<
    TransactionRow,
    'id' | 'provider' | 'transactionId' | 'amount' | 'receivedAt' | 'refundedAt'
  >
  attempt: Pick<AttemptRow, 'test'>
  partner: Partner
  locale: Locale
  businessTimeZone: string
}

/** The receipt of a paid order on paper: what was ordered for whom, its cost, the payment and its refunds. */
export function receiptPaper(receipt: Receipt): PaperOrder {
  const { details, attempt, partner, locale } = receipt
  const { number, currency, deliveryPrice, total } = details.order
  const t = textsIn(locale)
  const title = t('papers:receipt.title', { number })
  return {
    template: 'orders/receipt/receipt.typ',
    data: {
      letterhead: letterheadData({
        partner,
        locale,
        title,
        running: title,
        foot: `${partner.brand} · ${number}`,
      }),
      facts: facts(receipt),
      test: attempt.test ? t('papers:receipt.test') : null,
      columns: [
        t('papers:receipt.item'),
        t('papers:receipt.quantity'),
        `${t('papers:receipt.sum')}, ${currency}`,
      ],
      subtotal: t('order.subtotal'),
      patients: details.patients.map((patient) => patientData(patient, receipt)),
      delivery:
        deliveryPrice === null
          ? null
          : [t('cart:summary.delivery'), formatMoney({ amount: deliveryPrice, currency }, locale)],
      total: [t('cart:summary.total'), formatMoney({ amount: total, currency }, locale)],
      ...refundRows(receipt),
      note: t('papers:receipt.note'),
    },
  }
}

function facts(receipt: Receipt): [label: string, value: string][] {
  const { details, transaction, locale } = receipt
  const t = textsIn(locale)
  const instant = (at: Date) => formatMoment(at, receipt, 'fullDay')
  const { state, visitStart } = details.order
  const [visit, isOff] = [instant(visitStart), isCalledOff(state)]
  return [
    [t('papers:receipt.paidAt'), instant(transaction.receivedAt)],
    [t('papers:receipt.paidWith'), PROVIDER_NAMES[transaction.provider]],
    [t('papers:receipt.transaction'), transaction.transactionId],
    [t('order.confirm.visit'), isOff ? t('papers:receipt.visitCancelled', { moment: visit }) : visit],
  ]
}

/**
 * What was refunded of the payment that paid the order, and what remains of it. Money that is still on its way back is
 * not mentioned.
 */
function refundRows(receipt: Receipt) {
  const { details, transaction, locale } = receipt
  const t = textsIn(locale)
  const { amount, refundedAt } = transaction
  const { currency } = details.order
  const money = (sum: number) => formatMoney({ amount: sum, currency }, locale)
  const done = details.refunds.filter(
    ({ state, transactionId }) => state === 'done' && transactionId === transaction.id,
  )
  const isBackWithoutRow = refundedAt !== null && done.length === 0
  // The previous release refunded whole payments only, without a row.
  const refunds = isBackWithoutRow ? [{ state: 'done' as const, amount, at: refundedAt }] : done
  return {
    refunds: refunds.map(({ amount, at }) => [
      `${t('order.payment.refunded')}, ${formatMoment(at, receipt, 'fullDay')}`,
      money(amount),
    ]),
    remains: refunds.length > 0 ? [t('papers:receipt.remains'), money(leftToRefund(amount, refunds))] : null,
  }
}

function patientData(patient: ReceiptOrder['patients'][number], { details, locale }: Receipt) {
  const { currency } = details.order
  const amount = (value: number) => formatAmount({ amount: value, currency }, locale)
  const lines = details.lines.filter(({ patientId }) => patientId === patient.patientId)
  const groups = groupByProfile(lines, patient.profiles, ({ kind, itemId }) =>
    kind === 'analysis' ? itemId : null,
  )
  return {
    name: `${patient.lastName} ${patient.firstName}`,
    groups: groups.map(({ profile, lines }) => [
      profile || null,
      lines.map(({ code, name, quantity, price }) => [
        code ?? '',
        inLanguage(name, locale),
        String(quantity),
        amount(price),
      ]),
    ]),
    subtotal: amount(patient.subtotal),
  }
}
