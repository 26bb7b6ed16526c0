import { Problem } from '@shop/contract/problem'
import { formatMoney } from '@shop/domain/money'
import type { RefundState } from '@shop/domain/refunds'
import type { ApiContext } from '../context.ts'
import { type CommandLine, type CommandSettings, withCommandApi } from '../open-for-command.ts'
import { listPaymentsOfOrder, listRefundsDue, type PaymentOfOrder, refundPayment } from './refund-payment.ts'

const USAGE = [
  'Usage: npm run payments:refund                     lists payments that must be refunded',
  '       npm run payments:refund -- <order number>   lists the payments of an order',
  '       npm run payments:refund -- <order number> <transaction>   refunds that payment',
]

const ANSWERS: Readonly<Record<RefundState, string>> = {
  done: 'Refunded.',
  approved: 'On its way: the provider has not made it yet. The running shop will ask again.',
  requested: 'Requested: above the limit a second person must agree at the desk.',
  declined: 'Declined at the desk.',
}

/**
 * Refunds payments, for the people who run the shop. On PostgreSQL it runs beside the shop; the embedded database can
 * be opened only while the shop is stopped. Returns the exit code: 0 done, 1 refused, 2 wrong usage.
 */
export async function runRefundCommand({
  args,
  print,
  ...where
}: CommandLine & CommandSettings): Promise<number> {
  if (args.length > 2 || args.some((arg) => arg.startsWith('-'))) {
    for (const line of USAGE) print(line)
    return 2
  }
  return withCommandApi(where, { queues: args.length === 2 }, (context) =>
    refundByCommand(context, { args, print }),
  )
}

/** As `runRefundCommand`, on an API that is already open. */
export async function refundByCommand(context: ApiContext, { args, print }: CommandLine): Promise<number> {
  const [number, transactionId] = args
  const payments =
    number === undefined ? await listRefundsDue(context) : await listPaymentsOfOrder(context, number)
  if (transactionId === undefined) {
    printPayments(payments, print)
    return 0
  }
  const payment = payments.find(({ transaction }) => transaction.transactionId === transactionId)
  if (!payment) {
    print('This order has no such payment.')
    return 1
  }
  try {
    const by = { origin: 'operator' } as const
    const { state } = await refundPayment(context, { payment: payment.transaction, by })
    print(ANSWERS[state])
    return state === 'done' ? 0 : 1
  } catch (error) {
    print(describeRefusal(error))
    return 1
  }
}

function describeRefusal(error: unknown): string {
  if (error instanceof Problem) {
    return 'Nothing was refunded: the payment is already refunded or its refund requested, it came through another provider, or the laboratory has started work.'
  }
  throw error
}

function printPayments(payments: readonly PaymentOfOrder[], print: (line: string) => void): void {
  if (payments.length === 0) print('None.')
  for (const { orderNumber, transaction } of payments) {
    const { kind, provider, transactionId, receivedAt, refundedAt } = transaction
    const state = refundedAt ? `refunded ${refundedAt.toISOString()}` : kind
    const sum = formatMoney(transaction, 'en').replace('\u00a0', ' ')
    print(`${orderNumber}  ${sum}  ${provider} ${transactionId}  ${receivedAt.toISOString()}  ${state}`)
  }
}
