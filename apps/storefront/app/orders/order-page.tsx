import { groupByProfile } from '@shop/domain/group-by-profile'
import { hasResults, isOpenOrder, isUnpaid, ORDER_STEPS } from '@shop/domain/order-states'
import { preparationItems } from '@shop/texts/preparation-items'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { BroughtMaterials, Preparation } from '../cart/preparation.tsx'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage, Sentence } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { useLiveAccount } from '../platform/use-live-account.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Money } from '../ui/money.tsx'
import { Notice, type NoticeTone } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { type PriceLine, PriceLines } from '../ui/price-lines.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import type { OrderLineView, OrderView } from './load-order.server.ts'
import { ConsentNotice, OrderActions, OrderAgain, ReceiptLink, VisitChange } from './order-forms.tsx'
import styles from './order-page.module.css'
import { OrderTimeline } from './order-timeline.tsx'

const OrderQuestions = lazy(() => import('./order-questions.tsx'))

const FIRST_PAUSE_MS = 1_500
const LONGEST_PAUSE_MS = 15_000

/**
 * Keeps the order up to date until it is over: the server pushes changes. If it cannot, the page polls at
 * growing intervals while payment is awaited and the page is visible.
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
  /** Right after the order or the payment: a large headline; otherwise one order among others. */
  isFresh?: boolean
  /** Answers that had been typed before a session ended. */
  kept?: Record<string, string> | undefined
  /** Whether the answers have just been saved. */
  isAnswered?: boolean
  /** Whether the page asks to confirm cancelling. */
  asksCancel?: boolean
  /** Whether to offer a second step for the login. */
  offersSecondStep?: boolean
}

/** One order in its current state: payment, next steps, lines, and what can be done. */
export function OrderPage({
  order,
  failure,
  kept,
  isAnswered = false,
  isFresh = false,
  asksCancel = false,
  offersSecondStep = false,
}: OrderPageProps) {
  const { t } = useTexts()
  const { state, number, visit, payment } = order
  const isAwaiting = state === 'awaitingPayment'
  const isOver = !isOpenOrder(state) && !isOnItsWay(order.payment.refunds)
  useFreshOrder({ isOver, isAwaiting })
  // Paid before the page was opened: "Ordered and paid" below and "Paid" beside it say so.
  const [wasAwaiting] = useState(isAwaiting)
  const isSettled =
    !wasAwaiting &&
    paymentWords(order).key === 'paid' &&
    payment.refunds.length === 0 &&
    !payment.refundDue &&
    (!isFresh || hasResults(state))
  const isPaid = state === 'paid'
  const isToCome = isPaid && !isFresh
  const saysState = !isToCome && (isFresh || ORDER_STEPS.includes(state))
  const title = saysState ? (
    t(`order.title.${state}`, { day: visit.day })
  ) : isToCome ? (
    <span className="capital" style={{ display: 'inline-block' }}>
      {t('order.next.between', visit)}
    </span>
  ) : (
    t('order.number', { number })
  )
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
            ) : state === 'refunded' ? (
              t('order.title.cancelled')
            ) : (
              isPaid && t(`order.lead.${visit.kind}`, visit)
            )
          }
        />
        <FormErrors failure={failure} />
        {!isSettled && <PaymentNotice order={order} />}
        <ConsentNotice order={order} />
        {order.code && (
          <figure className={styles.code}>
            <svg viewBox={`0 0 ${order.code.size} ${order.code.size}`} aria-hidden="true">
              <path d={order.code.path} />
            </svg>
            <figcaption>{t('order.code', { number })}</figcaption>
          </figure>
        )}
        {isPaid && <GettingReady order={order} />}
        <OrderActions order={order} asksCancel={asksCancel} />
        {!(asksCancel && order.change.isPossible) && <VisitChange order={order} />}
        {isAwaiting && <GettingReady order={order} />}
        <section aria-labelledby="next-title">
          <SectionHead id="next-title" title={t(isOver ? 'order.next.past' : 'order.next.title')} />
          <OrderTimeline order={order} />
        </section>
        {order.questions.people.length > 0 && (
          <Suspense>
            <OrderQuestions order={order} failure={failure} kept={kept} isAnswered={isAnswered} />
          </Suspense>
        )}
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
          <Link to={`${pathOf('support')}?orderNumber=${number}`}>{t('shell.writeToSupport')}</Link>
        </p>
      </OrderTotals>
    </div>
  )
}

/** Per patient, what to bring and to do before the visit. */
function GettingReady({ order: { patients } }: { order: OrderView }) {
  const { t } = useTexts()
  const people = patients.filter(
    ({ brought, preparation }) => brought.length > 0 || preparationItems(preparation, t).length > 0,
  )
  return people.map(({ patientId, fullName, brought, preparation, testCount }) => (
    <div key={patientId} className={`stack stack-s ${styles.gettingReady}`}>
      {patients.length > 1 && <h2 className="small">{fullName}</h2>}
      <BroughtMaterials names={brought} />
      <Preparation preparation={preparation} testCount={testCount} />
    </div>
  ))
}

/** The state of the payment, as a notice that is announced when it changes. */
function PaymentNotice({ order }: { order: OrderView }) {
  const { t } = useTexts()
  const { payment, heldUntil, total } = order
  const { tone, key } = paymentWords(order)
  // The refund notice says how far the refund is, once.
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
      {payment.refundDue && (
        <Notice title={t(isUnpaid(order.state) ? 'order.payment.lateDue' : 'order.payment.refundDue')} />
      )}
      <RefundNotice refunds={payment.refunds} />
    </>
  )
}

const isOnItsWay = (refunds: OrderView['payment']['refunds']) =>
  refunds.some(({ state }) => state === 'requested' || state === 'approved')

/** How far each refund is. */
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

/** Reloads the page every few seconds if there are no scripts. */
function RefreshWithoutScripts() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(SECONDS)} />
    </noscript>
  )
}

/** Shown once after the first order, while results are pending; can be skipped. */
function SecondStepOffer({ orderId }: { orderId: string }) {
  const { t } = useTexts()
  return (
    <Card as="section" aria-labelledby="second-step-title" stacked>
      <SectionHead id="second-step-title" title={t('order.secondStep.title')} bare />
      <p className="muted">{t('order.secondStep.text')}</p>
      <div className="row row-wrap">
        <ButtonLink look="quiet" icon="shield-check" to={pathOf('security')}>
          {t('order.secondStep.setUp')}
        </ButtonLink>
        <ButtonLink look="plain" to={pathOf('order', { orderId })} replace>
          {t('order.secondStep.notNow')}
        </ButtonLink>
      </div>
    </Card>
  )
}

/** The sums of an order, and the place of its visit if there is one. */
function OrderTotals({ order, children }: { order: OrderView; children?: ReactNode }) {
  const { t } = useTexts()
  const { state, patients, deliveryPrice, regionName, total, visit, payment } = order
  const details = visit.inside ?? Object.values(visit.placeDetails).join(', ')
  const lines: PriceLine[] = patients.map(({ patientId, firstName, testCount, subtotal }) => ({
    key: patientId,
    label: t('cart:summary.patient', { name: firstName, count: testCount }),
    amount: subtotal,
  }))
  if (deliveryPrice) {
    const label = regionName ? (
      <Sentence of="cart:summary.deliveryTo" names={{ region: regionName }} />
    ) : (
      t('cart:summary.delivery')
    )
    lines.push({ key: 'delivery', label, amount: deliveryPrice })
  }
  const totalLabel =
    state === 'refunded' && payment.isFullyRefunded
      ? t('order.payment.refunded')
      : payment.paidAt
        ? t('order.paidTotal')
        : t('cart:summary.total')
  lines.push({ key: 'total', label: totalLabel, amount: total, kind: 'grand' })
  return (
    <Card as="aside" stacked aria-labelledby="totals-title">
      <h2 id="totals-title">{t('order.yours')}</h2>
      <PriceLines lines={lines} />
      {ORDER_STEPS.includes(state) && (
        <>
          <p className="small muted">
            <Icon name="calendar" size="s" />{' '}
            {t('order.confirm.at', { day: visit.fullDay, time: visit.time })}
          </p>
          <p className="small muted">
            <Icon name="map-pin" size="s" /> <OwnLanguage>{visit.place}</OwnLanguage>
            {details && `, ${details}`}
          </p>
        </>
      )}
      <ReceiptLink order={order} />
      {children}
    </Card>
  )
}

/** The lines of an order by patient, as they were ordered. */
function OrderPatients({ order }: { order: OrderView }) {
  const { t } = useTexts()
  return (
    <div className="stack">
      {order.patients.map(({ patientId, fullName, lines, profiles, subtotal }) => (
        <Card as="section" key={patientId} aria-labelledby={`of-${patientId}`}>
          <div className={styles.patientHead}>
            <Avatar name={fullName} />
            <h3 id={`of-${patientId}`}>{fullName}</h3>
          </div>
          <PriceLines
            lines={[
              ...groupByProfile(lines, profiles, ({ analysisId }) => analysisId).flatMap((group) =>
                groupLines(group),
              ),
              { key: 'subtotal', label: t('order.subtotal'), amount: subtotal, kind: 'total' as const },
            ]}
          />
        </Card>
      ))}
      <OrderAgain order={order} />
    </div>
  )
}

/** The profile's name, followed by the lines added with it. */
function groupLines({ profile, lines }: { profile: string | null; lines: OrderLineView[] }): PriceLine[] {
  const head = profile && {
    key: profile,
    label: (
      <b>
        <OwnLanguage>{profile}</OwnLanguage>
      </b>
    ),
    amount: null,
  }
  return [
    ...(head ? [head] : []),
    ...lines.map(({ key, analysisId, name, quantity, price }) => ({
      key,
      label: <OwnLanguage>{quantity > 1 ? `${name} × ${quantity}` : name}</OwnLanguage>,
      amount: price,
      ...(analysisId === null ? { kind: 'fee' as const } : {}),
    })),
  ]
}
