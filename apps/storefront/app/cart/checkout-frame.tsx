import type { ReactNode } from 'react'
import { pathOf } from '../platform/navigation/navigation.ts'
import { Sentence } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Money } from '../ui/money.tsx'
import { PageMeta } from '../ui/page-meta.tsx'
import { type PriceLine, PriceLines } from '../ui/price-lines.tsx'
import { ProgressSteps } from '../ui/progress-steps.tsx'
import { StickyBar } from '../ui/sticky-bar.tsx'
import styles from './checkout-frame.module.css'
import type { CartSummary } from './summarize-cart.server.ts'

interface CheckoutFrameProps {
  /** The document's title. */
  title: string
  step: CheckoutStep
  summary: CartSummary
  children: ReactNode
  /** The button to the next step: full width at the side on wide screens, in the sticky footer on a phone. */
  next?: ((place: { wide: boolean }) => ReactNode) | undefined
  /** Below the button at the side. */
  small?: ReactNode
}

/** A step of the order: progress at the top, sums at the side; the total and the next step are always in view. */
export function CheckoutFrame({ title, step, summary, children, next, small }: CheckoutFrameProps) {
  const { t } = useTexts()
  return (
    <>
      <PageMeta title={title} />
      <div>
        <CheckoutSteps current={step} />
        <div className="split split-aside">
          <div className={styles.step}>{children}</div>
          <OrderSummary summary={summary}>
            {next && <div className="only-wide">{next({ wide: true })}</div>}
            {small}
          </OrderSummary>
        </div>
      </div>
      {next && (
        <StickyBar
          phoneOnly
          sum={<Money {...summary.total} />}
          note={summary.visit ?? t(`cart:summary.${sumOf(summary)}`)}
        >
          {next({ wide: false })}
        </StickyBar>
      )}
    </>
  )
}

/** What the total of an order without a chosen time includes. */
function sumOf({ delivery }: CartSummary) {
  if (!delivery) return 'total'
  return delivery.price ? 'withVisit' : 'withoutVisit'
}

const STEPS = [
  { key: 'cart', to: pathOf('cart') },
  { key: 'visit', to: pathOf('dateOrCall') },
  { key: 'contact', to: pathOf('orderFeedback') },
  { key: 'confirm', to: pathOf('dataConfirmed') },
  { key: 'pay' },
] as const
type CheckoutStep = (typeof STEPS)[number]['key']

/** The progress of the order: Cart, Visit, Contact, Confirm, Pay. */
function CheckoutSteps({ current }: { current: CheckoutStep }) {
  const { t } = useTexts()
  const steps = STEPS.map((step) => ({ ...step, label: t(`cart:steps.${step.key}`) }))
  const index = STEPS.findIndex(({ key }) => key === current)
  const sum = { number: index + 1, of: STEPS.length, name: steps[index]!.label }
  return (
    <ProgressSteps
      label={t('cart:steps.label')}
      steps={steps}
      current={current}
      sum={t('cart:steps.sum', sum)}
    />
  )
}

interface OrderSummaryProps {
  summary: CartSummary
  /** Below the sums: the button to the next step. */
  children?: ReactNode
}

/** The amounts to pay, at the side of the cart and of every checkout step. */
function OrderSummary({ summary, children }: OrderSummaryProps) {
  const { t } = useTexts()
  const { ready } = summary
  return (
    <Card as="aside" stacked aria-labelledby="summary-title">
      <h2 id="summary-title">{t('cart:summary.title')}</h2>
      <PriceLines lines={useSummaryLines(summary)} />
      {ready && (
        <p className="row small muted">
          <Icon name="calendar" size="s" />
          <span>
            {t(ready.first === ready.last ? 'cart:summary.readyOn' : 'cart:summary.readyBetween', ready)}
            {ready.assumedVisit && ` ${t('cart:summary.assumedVisit', ready)}`}
          </span>
        </p>
      )}
      {children}
    </Card>
  )
}

function useSummaryLines({ patients, cartTotal, delivery, total }: CartSummary): PriceLine[] {
  const { t } = useTexts()
  const lines: PriceLine[] = patients.map(({ patientId, firstName, analysisCount, subtotal }) => ({
    key: patientId,
    label: t('cart:summary.patient', { name: firstName, count: analysisCount }),
    amount: subtotal,
  }))
  if (!delivery)
    return [...lines, { key: 'total', label: t('cart:summary.total'), amount: total, kind: 'grand' }]
  const region = delivery.regionName
  return [
    ...lines,
    { key: 'cart', label: t('cart:title'), amount: cartTotal, kind: 'total' },
    {
      key: 'delivery',
      label: region ? (
        <Sentence of="cart:summary.deliveryTo" names={{ region }} />
      ) : (
        t('cart:summary.delivery')
      ),
      note: t('cart:summary.oncePerOrder'),
      amount:
        delivery.price ??
        (delivery.from ? (
          <>
            {t('order.kind.from')} <Money {...delivery.from} />
          </>
        ) : (
          t('cart:summary.byPlace')
        )),
    },
    {
      key: 'total',
      label: t('cart:summary.total'),
      ...(delivery.price ? {} : { note: t('cart:summary.withoutVisit') }),
      amount: total,
      kind: 'grand',
    },
  ]
}
