import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { cardLinkClass } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Money } from '../ui/money.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PageMeta } from '../ui/page-meta.tsx'
import { OrderStateTag } from './order-state-tag.tsx'
import styles from './orders.module.css'
import type { OrderRowView } from './orders-view.server.ts'

/** All orders of the account, newest first. */
export function OrdersPage({ orders }: { orders: readonly OrderRowView[] }) {
  const { t } = useTranslation()
  if (orders.length === 0) {
    return (
      <EmptyState icon="package" title={t('order.list.empty')} level={1}>
        <PageMeta title={t('order.list.title')} />
        <p>{t('order.list.emptyText')}</p>
        <ButtonLink to="/search" icon="search">
          {t('order.list.search')}
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <div>
      <PageMeta title={t('order.list.title')} />
      <PageHead title={t('order.list.title')} />
      <ul className={styles.list}>
        {orders.map((order) => (
          <li key={order.id}>
            <Link className={cardLinkClass} to={`/orders/${order.id}`}>
              <span className={styles.row}>
                <b className={styles.number}>{t('order.number', { number: order.number })}</b>
                <OrderStateTag state={order.state} />
                <Money {...order.total} />
              </span>
              <span className={styles.about}>
                {t(`order.list.${order.visitKind}`, { visit: order.visit })} ·{' '}
                <span className={styles.whom}>
                  {order.patients} · {t('order.tests', { count: order.testCount })}
                </span>
              </span>
              <span className={styles.ordered}>{t('order.list.orderedOn', { date: order.createdOn })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
