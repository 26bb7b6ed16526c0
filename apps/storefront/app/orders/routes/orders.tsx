import { hasResults } from '@shop/domain/order-states'
import { Form, Link } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OwnLanguage } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Money } from '../../ui/money.tsx'
import { OrderStateTag } from '../../ui/order-state-tag.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { loadOrders, type OrderRowView } from '../load-orders.server.ts'
import styles from '../orders.module.css'
import type { Route } from './+types/orders'

export function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadOrders(shop, url.searchParams)
}

/** All orders of the account, page by page: those to be paid first. */
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
  const firstToPay = orders.find(({ state }) => state === 'awaitingPayment')
  return (
    <div>
      <PageMeta title={t('order.list.title')} />
      <PageHead title={t('order.list.title')} />
      <ul className={styles.list}>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} isFirstToPay={order === firstToPay} />
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

/** One order; what is to be done about it is beside it, and the rest of the card opens it. */
function OrderRow({ order, isFirstToPay }: { order: OrderRowView; isFirstToPay: boolean }) {
  const { t } = useTexts()
  const { id, number, state, total, tests } = order
  const path = pathOf('order', { orderId: id })
  return (
    <Card as="li">
      <div className={styles.row}>
        <Link className={`${styles.number} cover`} to={path}>
          {t('order.number', { number })}
        </Link>
        <OrderStateTag state={state} />
        <Money {...total} />
      </div>
      <p className={`${styles.about} dots`}>
        <span>{t(`order.list.${order.visitKind}`, { visit: order.visit })}</span>
        <span>{order.patients}</span>
        <span>
          {tests ? <OwnLanguage>{tests}</OwnLanguage> : t('shell.tests', { count: order.testCount })}
        </span>
      </p>
      <p className={styles.ordered}>{t('order.list.orderedOn', { date: order.createdOn })}</p>
      {state === 'awaitingPayment' && (
        <Form method="post" action={path} className={styles.act}>
          <SubmitButton size="s" {...(isFirstToPay && { look: 'accent' })} name="intent" value="pay">
            {t('order.pay')}
            <span className="visually-hidden">: {t('order.number', { number })}</span>
          </SubmitButton>
        </Form>
      )}
      {hasResults(state) && (
        <Link className={`${styles.act} hit`} to={`${pathOf('testResults')}?orderId=${order.id}`}>
          {t('order.results')}
        </Link>
      )}
    </Card>
  )
}
