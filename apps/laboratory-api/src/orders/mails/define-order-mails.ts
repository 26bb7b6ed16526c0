import type { ApiContext } from '../../context.ts'
import { orderMailKeeper } from './keep-mails.ts'
import {
  orderCancelledMail,
  orderExpiredMail,
  orderPaidMail,
  orderReceivedMail,
  refundDueMail,
  refundedMail,
  testsAskedMail,
  visitMovedMail,
  visitTomorrowMail,
} from './patient-mails.ts'
import { laboratoryOrderMail, paymentMismatchMail, refundDueNoticeMail } from './staff-mails.ts'

type OrderData = { orderId: string }
/** `queuedFor`: the visit's sequence after the move; jobs of the previous release do not say. */
type MovedData = OrderData & { queuedFor?: number }
type TransactionData = { transactionId: string }

/** The mails about orders and their money. Jobs carry ids; the content of a mail is loaded when it is sent. */
export function defineOrderMails(context: ApiContext): void {
  const { mail } = context
  mail.keepBy(orderMailKeeper(context))
  mail.template<OrderData>('orderReceived', ({ orderId }, { now }) =>
    orderReceivedMail(context, orderId, now),
  )
  mail.template<OrderData>('orderPaid', ({ orderId }) => orderPaidMail(context, orderId))
  mail.template<OrderData>('orderExpired', ({ orderId }) => orderExpiredMail(context, orderId))
  mail.template<OrderData>('orderCancelled', ({ orderId }) => orderCancelledMail(context, orderId))
  mail.template<OrderData>('visitTomorrow', ({ orderId }, { now }) =>
    visitTomorrowMail(context, orderId, now),
  )
  mail.template<MovedData>('visitMoved', (data, { now }) => visitMovedMail(context, data, now))
  mail.template<MovedData>('visitMovedNotice', ({ orderId, queuedFor }) =>
    laboratoryOrderMail(context, orderId, { isMoved: true, queuedFor }),
  )
  mail.template<OrderData>('testsAsked', ({ orderId }, { now }) => testsAskedMail(context, orderId, now))
  mail.template<OrderData>('laboratoryOrder', ({ orderId }) => laboratoryOrderMail(context, orderId))
  mail.template<TransactionData>('refundDue', ({ transactionId }) => refundDueMail(context, transactionId))
  mail.template<TransactionData & { refundId?: string }>('refunded', (data) => refundedMail(context, data))
  mail.template<TransactionData>('refundDueNotice', ({ transactionId }) =>
    refundDueNoticeMail(context, transactionId),
  )
  mail.template<{ attemptId: string }>('paymentMismatch', ({ attemptId }) =>
    paymentMismatchMail(context, attemptId),
  )
}
