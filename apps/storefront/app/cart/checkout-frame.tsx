import type { ReactNode } from 'react'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Money } from '../ui/money.tsx'
import { PageMeta } from '../ui/page-meta.tsx'
import { ProgressSteps } from '../ui/progress-steps.tsx'
import { StickyBar } from '../ui/sticky-bar.tsx'
import styles from './checkout-frame.module.css'
import { OrderSummary } from './order-summary.tsx'
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
          note={summary.visit ?? t(summary.delivery?.price ? 'cart:summary.withVisit' : 'cart:summary.total')}
        >
          {next({ wide: false })}
        </StickyBar>
      )}
    </>
  )
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
  return (
    <ProgressSteps
      label={t('cart:steps.label')}
      steps={STEPS.map((step) => ({ ...step, label: t(`cart:steps.${step.key}`) }))}
      current={current}
    />
  )
}
