import { ORDER_STEPS } from '@shop/domain/order-states'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PageMeta } from '../ui/page-meta.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { OrderActions } from './order-actions.tsx'
import styles from './order-page.module.css'
import { OrderPatients } from './order-patients.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { OrderTotals } from './order-totals.tsx'
import type { OrderView } from './order-view.server.ts'
import { PaymentNotice } from './payment-notice.tsx'
import { RefreshWithoutScripts } from './refresh-without-scripts.tsx'
import { useFreshOrder } from './use-fresh-order.ts'

interface OrderPageProps {
  order: OrderView
  failure?: FormFailure | undefined
  /** Right after the order or the payment: big words; else an order among others. */
  isFresh?: boolean
  /** Whether cancelling is being asked about. */
  asksCancel?: boolean
}

/** One order as it stands: payment, what happens next, lines, and what can be done. */
export function OrderPage({ order, failure, isFresh = false, asksCancel = false }: OrderPageProps) {
  const { t } = useTranslation()
  const { state, number, visit } = order
  const isAwaiting = state === 'awaitingPayment'
  const isOver = state === 'completed' || !ORDER_STEPS.includes(state)
  useFreshOrder({ isOver, isAwaiting })
  const title =
    isFresh || isAwaiting ? t(`order.title.${state}`, { day: visit.day }) : t('order.number', { number })
  return (
    <div className="split split-aside">
      <PageMeta title={t('order.number', { number })} />
      <div className="stack" style={{ '--gap': '24px' } as React.CSSProperties}>
        {isAwaiting && <RefreshWithoutScripts />}
        <PageHead
          above={
            isFresh || isAwaiting
              ? t('order.number', { number })
              : t('order.list.orderedOn', { date: order.createdAt })
          }
          title={title}
          lead={isFresh && state === 'paid' ? t(`order.lead.${visit.kind}`, visit) : undefined}
        />
        <FormErrors failure={failure} />
        <PaymentNotice order={order} />
        <OrderActions order={order} asksCancel={asksCancel} />
        <section aria-labelledby="next-title">
          <SectionHead id="next-title" title={t(isOver ? 'order.next.past' : 'order.next.title')} />
          <OrderTimeline order={order} />
        </section>
        <section aria-labelledby="lines-title">
          <SectionHead id="lines-title" title={t('order.confirm.patients')} />
          <OrderPatients order={order} />
        </section>
      </div>
      <OrderTotals order={order}>
        <p className={styles.help}>
          {t('order.help')} <Link to={`/support?orderNumber=${number}`}>{t('order.support')}</Link>
        </p>
      </OrderTotals>
    </div>
  )
}
