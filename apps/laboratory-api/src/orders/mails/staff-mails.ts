import { formatMoney } from '@shop/domain/money'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import type { MailBlock, MailMessage } from '../../mail/message.ts'
import { paymentAttempts, paymentTransactions } from '../../payments/tables.ts'
import { formatInstant, formatPlace } from '../format-visit.ts'
import { readOrder, type StoredOrder } from '../order-queries.ts'
import { orders } from '../tables.ts'

/** The laboratories' people read Russian. */
const STAFF_LOCALE = 'ru'
const SEX = { M: 'муж.', F: 'жен.' } as const

/**
 * A paid order for its laboratory: who comes when, and the codes of what is wanted. What the codes mean stays in the
 * laboratory's system, so that the letter tells a stranger nothing about anybody's health.
 */
export async function laboratoryOrderMail(context: ApiContext, orderId: string): Promise<MailMessage | null> {
  const details = await readOrder(context.database.queries, orderId)
  const address = details?.order.laboratory.email
  if (!details || !address || details.order.state === 'refunded') return null
  const { order } = details
  const zone = context.settings.businessTimeZone
  const rows: [string, string][] = [
    ['Визит', formatInstant(order.visitStart, { locale: STAFF_LOCALE, zone })],
    ['Место', formatPlace(order, STAFF_LOCALE)],
    ...(order.visitKind === 'homeCall' ? homeCallRows(order) : []),
  ]
  return {
    to: { address },
    locale: STAFF_LOCALE,
    subject: `Заказ ${order.number}`,
    heading: `Оплаченный заказ ${order.number}`,
    blocks: [{ kind: 'facts', rows }, ...details.patients.map((patient) => patientBlock(patient, details))],
  }
}

function homeCallRows({ address, phone }: StoredOrder['order']): [string, string][] {
  const rows: [string, string | null | undefined][] = [
    ['Телефон', phone],
    ['Примечание', address?.addressNotes],
  ]
  return rows.flatMap(([label, value]) => (value ? [[label, value]] : []))
}

function patientBlock(patient: StoredOrder['patients'][number], { lines }: StoredOrder): MailBlock {
  const own = lines.filter(({ patientId }) => patientId === patient.patientId)
  const brought = patient.broughtMaterials.map(({ name }) => name.ru)
  const codes = own.flatMap(({ code }) => (code ? [code] : []))
  return {
    kind: 'list',
    title: `${patient.lastName} ${patient.firstName}, ${SEX[patient.gender]}, ${patient.dateOfBirth}`,
    items: [
      `Коды: ${codes.join(', ')}`,
      ...(brought.length > 0 ? [`Контейнеры, которые принесёт пациент: ${brought.join(', ')}`] : []),
    ],
  }
}

/** Tells who keeps the books that money has to go back: nobody should have to find it by chance. */
export async function refundDueNoticeMail(
  context: ApiContext,
  transactionId: string,
): Promise<MailMessage | null> {
  const [found] = await context.database.queries
    .select({ transaction: paymentTransactions, number: orders.number, state: orders.state })
    .from(paymentTransactions)
    .innerJoin(orders, eq(orders.id, paymentTransactions.orderId))
    .where(eq(paymentTransactions.id, transactionId))
  if (!found || found.transaction.refundedAt) return null
  const { transaction, number, state } = found
  return {
    to: { address: context.settings.mail.supportTo },
    locale: 'en',
    subject: `Order ${number}: a payment has to be given back`,
    heading: `A ${transaction.kind} payment has to be given back`,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Order', `${number} (${state})`],
          ['Sum', formatMoney(transaction, 'en')],
          ['Provider', transaction.provider],
          ['Transaction', transaction.transactionId],
          ['Received', transaction.receivedAt.toISOString()],
        ],
      },
    ],
  }
}

/** Tells that a provider reports money that is not what was asked for; the order was left as it is. */
export async function paymentMismatchMail(
  context: ApiContext,
  attemptId: string,
): Promise<MailMessage | null> {
  const [found] = await context.database.queries
    .select({ attempt: paymentAttempts, number: orders.number, state: orders.state })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(paymentAttempts.id, attemptId))
  if (!found) return null
  const { attempt, number, state } = found
  return {
    to: { address: context.settings.mail.supportTo },
    locale: 'en',
    subject: `Order ${number}: a payment does not match`,
    heading: 'A payment does not match its order',
    blocks: [
      {
        kind: 'paragraph',
        text: 'The provider reports another amount, currency or mode than was asked for. The order was left as it is; please look at the payment in the back office.',
      },
      {
        kind: 'facts',
        rows: [
          ['Order', `${number} (${state})`],
          ['Asked for', formatMoney(attempt, 'en')],
          ['Provider', attempt.provider],
          ['Reference', attempt.id],
        ],
      },
    ],
  }
}
