import type { OrderState } from '@shop/domain/order-states'
import { Link } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { cardLinkClass } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { Tag } from '../../ui/tag.tsx'
import { loadOrders } from '../load-orders.server.ts'
import styles from '../orders.module.css'
import type { Route } from './+types/orders'

export function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadOrders(shop, url.searchParams)
}

/** All orders of the account, newest first, page by page. */
export default function Orders({ loaderData: view }: Route.ComponentProps) {
  const { t } = useTexts()
  const { orders, older, isFirstPage } = view
  if (orders.length === 0 && isFirstPage) {
    return (
      <EmptyState drawing="nothing" title={t('order.list.empty')} level={1}>
        <PageMeta title={t('order.list.title')} />
        <p>{t('order.list.emptyText')}</p>
        <ButtonLink to={pathOf('search')} icon="search">
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
            <Link className={cardLinkClass} to={pathOf('order', { orderId: order.id })}>
              <span className={styles.row}>
                <b className={styles.number}>{t('order.number', { number: order.number })}</b>
                <OrderStateTag state={order.state} />
                <Money {...order.total} />
              </span>
              <span className={`${styles.about} dots`}>
                <span>{t(`order.list.${order.visitKind}`, { visit: order.visit })}</span>
                <span>{order.patients}</span>
                <span>{t('shell.tests', { count: order.testCount })}</span>
              </span>
              <span className={styles.ordered}>{t('order.list.orderedOn', { date: order.createdOn })}</span>
            </Link>
          </li>
        ))}
      </ul>
      {(older || !isFirstPage) && (
        <nav className={`row row-wrap ${styles.pages}`} aria-label={t('order.list.pages')}>
          {!isFirstPage && (
            <ButtonLink look="quiet" to={pathOf('orders')}>
              {t('order.list.newest')}
            </ButtonLink>
          )}
          {older && (
            <ButtonLink look="quiet" to={`${pathOf('orders')}${older}`} rel="next">
              {t('order.list.older')}
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  )
}

const TONES: Partial<Record<OrderState, 'ok' | 'wait' | 'warn'>> = {
  awaitingPayment: 'warn',
  paid: 'ok',
  completed: 'ok',
  expired: 'wait',
  cancelled: 'wait',
  refunded: 'wait',
}

/** The order's state in a word. */
function OrderStateTag({ state }: { state: OrderState }) {
  const { t } = useTexts()
  const tone = TONES[state]
  return <Tag {...(tone ? { tone } : {})}>{t(`order.state.${state}`)}</Tag>
}
