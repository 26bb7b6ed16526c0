import { useEffect, useState } from 'react'
import { Form, Link, useLocation } from 'react-router'
import { pathOf, type RouteKey } from '../platform/navigation/navigation.ts'
import { useRouteData } from '../platform/pages/use-route-data.ts'
import type { WaitingOrderView } from '../platform/shell-data.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Icon } from '../ui/icon.tsx'
import { Money } from '../ui/money.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { CurrentScreen } from './use-current-screen.ts'
import styles from './waiting-order-bar.module.css'

interface WaitingOrderBarProps {
  order: WaitingOrderView
  screen: CurrentScreen
}

/**
 * In checkout the sum and the button are those of the cart, and no result is beside money, the marks of a list
 * included; the orders' own pages say this and more themselves.
 */
const WITHOUT: ReadonlySet<RouteKey | undefined> = new Set<RouteKey>([
  'dateOrCall',
  'callDetails',
  'nurseCheckoutDate',
  'orderFeedback',
  'confirmEmailInOrder',
  'dataConfirmed',
  'orderSubmitted',
  'orders',
  'testResults',
  'testResultPatientsList',
  'testResultPatientAnalyzesList',
  'testResultPatientAnalysisResult',
])

/** On most pages while an order holds a place and waits for its payment, so that it is not ordered twice. */
export function WaitingOrderBar({ order, screen }: WaitingOrderBarProps) {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const isOver = useIsOver(order)
  const path = pathOf('order', { orderId: order.id })
  // The start page says it on its card. A cart has its own sum, unless it is empty, as after Back from the payment.
  const isOnCard = useRouteData('home')?.family?.order?.id === order.id
  const isInCart = Boolean(useRouteData('cart')?.view?.patients.length)
  if (isOver || isOnCard || isInCart || WITHOUT.has(screen.key) || pathname === path) return null
  return (
    <section className={styles.bar} aria-label={t('shell.waitingOrder.label')}>
      <Form method="post" action={path} className={`wrap ${styles.inner}`}>
        <Icon name="clock" />
        <p className={styles.text}>
          <Link to={path}>{order.title ?? t('order.number', { number: order.number })}</Link>,{' '}
          <Money {...order.total} />.{' '}
          <span>
            {t('shell.waitingOrder.until', { time: order.heldUntil })}{' '}
            <Link to={`${path}?ask=cancel`}>{t('shell.waitingOrder.cancel')}</Link>
          </span>
        </p>
        {/* Not in the accent: that belongs to the page below, and never stands beside a result. */}
        <SubmitButton look="quiet" size="s" name="intent" value="pay">
          {t('order.pay')}
        </SubmitButton>
      </Form>
    </section>
  )
}

/** The page may stay open for longer than the place is held. */
function useIsOver(order: WaitingOrderView): boolean {
  const [over, setOver] = useState<WaitingOrderView>()
  useEffect(() => {
    const timer = setTimeout(() => setOver(order), order.heldForMs)
    return () => clearTimeout(timer)
  }, [order])
  return over === order
}
