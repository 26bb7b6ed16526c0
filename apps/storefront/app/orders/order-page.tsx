import { ORDER_STEPS } from '@shop/domain/order-states'
import { useCallback, useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { useLiveAccount } from '../platform/use-live-account.ts'
import { Money } from '../ui/money.tsx'
import { Notice, type NoticeTone } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import type { OrderView } from './load-order.server.ts'
import { HAS_RESULTS, OrderActions } from './order-actions.tsx'
import styles from './order-page.module.css'
import { OrderPatients } from './order-patients.tsx'
import { OrderQuestions } from './order-questions.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { OrderTotals } from './order-totals.tsx'
import { SecondStepOffer } from './second-step-offer.tsx'
import { TestsConsent } from './tests-consent.tsx'
import { VisitChange } from './visit-change.tsx'

const FIRST_PAUSE_MS = 1_500
const LONGEST_PAUSE_MS = 15_000

/**
 * Keeps an order true until it is over: the server tells of changes. Where it cannot, the page asks again and again with
 * growing pauses, while the payment is awaited and the page is in sight.
 */
function useFreshOrder({ isOver, isAwaiting }: { isOver: boolean; isAwaiting: boolean }): void {
  const { revalidate } = useRevalidator()
  const [isAlone, setIsAlone] = useState(false)
  useLiveAccount(
    !isOver,
    useCallback(() => setIsAlone(true), []),
  )
  useEffect(() => {
    if (!isAwaiting || !isAlone) return
    let pause = FIRST_PAUSE_MS
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      if (document.visibilityState === 'visible') await revalidate()
      pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)
      timer = setTimeout(ask, pause)
    }
    timer = setTimeout(ask, pause)
    return () => clearTimeout(timer)
  }, [isAwaiting, isAlone, revalidate])
}

interface OrderPageProps {
  order: OrderView
  failure?: FormFailure | undefined
  /** Right after the order or the payment: big words; else an order among others. */
  isFresh?: boolean
  /** Whether cancelling is being asked about. */
  asksCancel?: boolean
  /** Whether to offer a second step of the login. */
  offersSecondStep?: boolean
}

/** One order as it stands: payment, what happens next, lines, and what can be done. */
export function OrderPage({
  order,
  failure,
  isFresh = false,
  asksCancel = false,
  offersSecondStep = false,
}: OrderPageProps) {
  const { t } = useTexts()
  const { state, number, visit } = order
  const isAwaiting = state === 'awaitingPayment'
  const isOver = (state === 'completed' || !ORDER_STEPS.includes(state)) && !isOnItsWay(order.payment.refunds)
  useFreshOrder({ isOver, isAwaiting })
  // Long paid: what is to be done, or what was waited for, comes before it.
  const isSettled =
    paymentWords(order).key === 'paid' &&
    order.payment.refunds.length === 0 &&
    (!isFresh || HAS_RESULTS.has(state))
  const saysState = isFresh || isAwaiting
  const isToCome = state === 'paid' && !isFresh
  const title = saysState
    ? t(`order.title.${state}`, { day: visit.day })
    : isToCome
      ? t('order.next.between', visit)
      : t('order.number', { number })
  return (
    <div className="split split-aside">
      <div className="stack" style={{ '--gap': '24px' } as React.CSSProperties}>
        {isAwaiting && <RefreshWithoutScripts />}
        <PageHead
          above={
            saysState || isToCome
              ? t('order.number', { number })
              : t('order.list.orderedOn', { date: order.createdAt })
          }
          title={title}
          windowTitle={t('order.number', { number })}
          lead={
            isToCome ? (
              <OwnLanguage>{visit.place}</OwnLanguage>
            ) : (
              state === 'paid' && t(`order.lead.${visit.kind}`, visit)
            )
          }
        />
        <FormErrors failure={failure} />
        {!isSettled && <PaymentNotice order={order} />}
        <TestsConsent order={order} />
        {order.code && (
          <figure className={styles.code}>
            <svg viewBox={`0 0 ${order.code.size} ${order.code.size}`} aria-hidden="true">
              <path d={order.code.path} />
            </svg>
            <figcaption>{t('order.code', { number })}</figcaption>
          </figure>
        )}
        <OrderActions order={order} asksCancel={asksCancel} />
        {!(asksCancel && order.change.isPossible) && <VisitChange order={order} />}
        {isSettled && <PaymentNotice order={order} />}
        <section aria-labelledby="next-title">
          <SectionHead id="next-title" title={t(isOver ? 'order.next.past' : 'order.next.title')} />
          <OrderTimeline order={order} />
        </section>
        <OrderQuestions order={order} failure={failure} />
        {order.turns.length > 0 && (
          <section aria-labelledby="turns-title">
            <SectionHead id="turns-title" title={t('order.turns.title')} />
            <ol className={styles.turns}>
              {order.turns.map((turn) => (
                <li key={turn}>{turn}</li>
              ))}
            </ol>
            <p className="small muted">{t('order.turns.hint')}</p>
          </section>
        )}
        {offersSecondStep && <SecondStepOffer orderId={order.id} />}
        <section aria-labelledby="lines-title">
          <SectionHead id="lines-title" title={t('order.confirm.patients')} />
          <OrderPatients order={order} />
        </section>
      </div>
      <OrderTotals order={order}>
        <p className={styles.help}>
          {t('order.help')}{' '}
          <Link to={`${pathOf('support')}?orderNumber=${number}`}>{t('order.support')}</Link>
        </p>
      </OrderTotals>
    </div>
  )
}

/** How the payment stands, as a notice that is read out when it changes. */
function PaymentNotice({ order }: { order: OrderView }) {
  const { t } = useTexts()
  const { payment, heldUntil, total } = order
  const { tone, key } = paymentWords(order)
  // How far it is with the money says the notice of refunds, once.
  if (order.state === 'refunded' && payment.refunds.length > 0) {
    return <RefundNotice refunds={payment.refunds} />
  }
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
      <RefundNotice refunds={payment.refunds} />
    </>
  )
}

const isOnItsWay = (refunds: OrderView['payment']['refunds']) =>
  refunds.some(({ state }) => state === 'requested' || state === 'approved')

/** How far each sum is that goes back. */
function RefundNotice({ refunds }: { refunds: OrderView['payment']['refunds'] }) {
  const { t } = useTexts()
  if (refunds.length === 0) return null
  const tone = refunds.every(({ state }) => state === 'done') ? 'ok' : 'info'
  return (
    <Notice tone={tone} role="status" title={t('order.refund.title')}>
      <ul>
        {refunds.map(({ state, amount, at }) => (
          <li key={`${state} ${at} ${amount.price}`}>
            <Money {...amount} />: {t(`order.refund.${state}`, { at })}
          </li>
        ))}
      </ul>
    </Notice>
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

const SECONDS = 5

/** Asks the page anew every few seconds where no script does. */
function RefreshWithoutScripts() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(SECONDS)} />
    </noscript>
  )
}
