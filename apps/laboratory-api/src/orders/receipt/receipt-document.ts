import { StyleSheet, View } from '@react-pdf/renderer'
import type { Locale } from '@shop/contract/fields'
import type { Partner } from '@shop/contract/partner'
import { groupByProfile } from '@shop/domain/group-by-profile'
import { type Currency, formatAmount, formatMoney } from '@shop/domain/money'
import { createElement as h, type ReactNode } from 'react'
import { inLanguage } from '../../catalogue/localised.ts'
import type { AttemptRow, TransactionRow } from '../../payments/tables.ts'
import { PDF_COLOURS, renderLetter } from '../../pdf/letterhead.ts'
import { Text } from '../../pdf/text.ts'
import { textsIn } from '../../texts.ts'
import { formatInstant } from '../format-visit.ts'
import type { ReadPatient, StoredOrder } from '../order-queries.ts'

const styles = StyleSheet.create({
  facts: { marginBottom: 16 },
  fact: { flexDirection: 'row', paddingVertical: 1.5 },
  label: { width: 110, color: PDF_COLOURS.soft },
  value: { flex: 1 },
  patient: { fontSize: 12, fontWeight: 600, marginTop: 10, marginBottom: 4 },
  profile: { fontWeight: 600, marginTop: 6 },
  row: {
    flexDirection: 'row',
    paddingVertical: 4,
    borderBottomWidth: 0.5,
    borderBottomColor: PDF_COLOURS.line,
  },
  head: { color: PDF_COLOURS.soft, fontSize: 8 },
  name: { flex: 1, paddingRight: 12 },
  quantity: { width: 44, textAlign: 'right' },
  sum: { width: 84, textAlign: 'right' },
  strong: { fontWeight: 600 },
  test: { fontWeight: 600, marginTop: 6 },
  total: { flexDirection: 'row', paddingVertical: 6, fontSize: 13, fontWeight: 600 },
  note: { marginTop: 20, fontSize: 8, lineHeight: 1.4, color: PDF_COLOURS.soft },
})

const PROVIDER_NAMES = { bepaid: 'bePaid', stripe: 'Stripe' }

export interface Receipt {
  details: StoredOrder
  transaction: TransactionRow
  attempt: Pick<AttemptRow, 'test'>
  partner: Partner
  locale: Locale
  /** The business zone. */
  zone: string
}

/** The receipt of a paid order as PDF: what was ordered for whom, what it cost, how it was paid. */
export async function renderReceipt(receipt: Receipt): Promise<Buffer> {
  const { details, partner, locale } = receipt
  const { order, patients } = details
  const t = textsIn(locale)
  const delivery =
    order.deliveryPrice === null
      ? []
      : [
          row(
            [t('papers:receipt.delivery'), '', amount(order.deliveryPrice, order.currency, locale)],
            'delivery',
          ),
        ]
  return renderLetter({
    partner,
    locale,
    title: t('papers:receipt.title', { number: order.number }),
    foot: `${partner.brand} · ${order.number}`,
    children: [
      facts(receipt),
      row(
        [
          t('papers:receipt.item'),
          t('papers:receipt.quantity'),
          `${t('papers:receipt.sum')}, ${order.currency}`,
        ],
        'head',
        styles.head,
      ),
      ...patients.flatMap((patient) => patientRows(patient, receipt)),
      ...delivery,
      h(
        View,
        { key: 'total', style: [styles.total, { color: partner.colour }], wrap: false },
        h(Text, { style: styles.name }, t('papers:receipt.total')),
        h(Text, {}, formatMoney({ amount: order.total, currency: order.currency }, locale)),
      ),
      h(Text, { key: 'note', style: styles.note }, t('papers:receipt.note')),
    ],
  })
}

function facts({ details, transaction, attempt, locale, zone }: Receipt): ReactNode {
  const t = textsIn(locale)
  const rows: [string, string][] = [
    [t('papers:receipt.paidAt'), formatInstant(transaction.receivedAt, { locale, zone })],
    [t('papers:receipt.paidWith'), PROVIDER_NAMES[transaction.provider]],
    [t('papers:receipt.transaction'), transaction.transactionId],
    [t('mails:facts.visit'), formatInstant(details.order.visitStart, { locale, zone })],
    ...(transaction.refundedAt
      ? [
          [t('papers:receipt.refunded'), formatInstant(transaction.refundedAt, { locale, zone })] as [
            string,
            string,
          ],
        ]
      : []),
  ]
  return h(
    View,
    { key: 'facts', style: styles.facts },
    ...rows.map(([label, value]) =>
      h(
        View,
        { key: label, style: styles.fact },
        h(Text, { style: styles.label }, label),
        h(Text, { style: styles.value }, value),
      ),
    ),
    attempt.test ? h(Text, { key: 'test', style: styles.test }, t('papers:receipt.test')) : null,
  )
}

function patientRows(patient: ReadPatient, { details, locale }: Receipt): ReactNode[] {
  const { currency } = details.order
  const t = textsIn(locale)
  const lines = details.lines.filter(({ patientId }) => patientId === patient.patientId)
  const groups = groupByProfile(lines, patient.profiles, ({ kind, itemId }) =>
    kind === 'analysis' ? itemId : null,
  )
  return [
    h(
      Text,
      { key: patient.patientId, style: styles.patient, minPresenceAhead: 30 },
      `${patient.lastName} ${patient.firstName}`,
    ),
    ...groups.flatMap(({ profile, lines }) => [
      ...(profile
        ? [
            h(
              Text,
              { key: `${patient.patientId} ${profile}`, style: styles.profile, minPresenceAhead: 20 },
              profile,
            ),
          ]
        : []),
      ...lines.map(({ kind, itemId, code, name, quantity, price }) =>
        row(
          [
            [code, inLanguage(name, locale)].filter(Boolean).join('  '),
            String(quantity),
            amount(price, currency, locale),
          ],
          `${patient.patientId} ${kind} ${itemId}`,
        ),
      ),
    ]),
    row(
      [t('papers:receipt.subtotal'), '', amount(patient.subtotal, currency, locale)],
      `${patient.patientId} subtotal`,
      styles.strong,
    ),
  ]
}

function row([name, quantity, sum]: [string, string, string], key: string, style = {}): ReactNode {
  return h(
    View,
    { key, style: [styles.row, style], wrap: false },
    h(Text, { style: styles.name }, name),
    h(Text, { style: styles.quantity }, quantity),
    h(Text, { style: styles.sum }, sum),
  )
}

function amount(value: number, currency: Currency, locale: Locale): string {
  return formatAmount({ amount: value, currency }, locale)
}
