import { useTranslation } from 'react-i18next'
import { Money } from '../ui/money.tsx'
import { Notice, type NoticeTone } from '../ui/notice.tsx'
import type { OrderView } from './order-view.server.ts'

/** How the payment stands, as a notice that is read out when it changes. */
export function PaymentNotice({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const { payment, heldUntil, total } = order
  const { tone, key } = paymentWords(order)
  return (
    <>
      <Notice tone={tone} role="status" title={t(`order.payment.${key}`)}>
        {key === 'paid' && (
          <p>
            <Money {...total} />, {payment.paidAt}
          </p>
        )}
        {heldUntil && <p>{t('order.payment.heldUntil', { time: heldUntil })}</p>}
        {key === 'waiting' && <p>{t('order.payment.refreshes')}</p>}
      </Notice>
      {payment.refundDue && <Notice tone="info" title={t('order.payment.refundDue')} />}
    </>
  )
}

type Words = 'paid' | 'refunded' | 'expired' | 'cancelled' | 'failed' | 'waiting' | 'unpaid'

function paymentWords({ state, payment }: OrderView): { tone: NoticeTone; key: Words } {
  if (state === 'refunded') return { tone: 'info', key: 'refunded' }
  if (state === 'expired') return { tone: 'warn', key: 'expired' }
  if (state === 'cancelled') return { tone: 'info', key: 'cancelled' }
  if (state !== 'awaitingPayment') return { tone: 'ok', key: 'paid' }
  if (payment.state === 'failed') return { tone: 'bad', key: 'failed' }
  return { tone: 'info', key: payment.state === 'redirected' ? 'waiting' : 'unpaid' }
}
