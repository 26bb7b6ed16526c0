import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CartSummary } from '../../storage/summarize-cart.server.ts'
import { Money } from '../money/money.tsx'
import { StickyBar } from '../sticky-bar/sticky-bar.tsx'
import { type CheckoutStep, CheckoutSteps } from './checkout-steps.tsx'
import { OrderSummary } from './order-summary.tsx'

interface CheckoutFrameProps {
  step: CheckoutStep
  summary: CartSummary
  children: ReactNode
  /** The one button that moves on; it stands at the side on wide screens and in the sticky footer on a phone. */
  next?: ReactNode
  /** Below the button at the side. */
  small?: ReactNode
}

/** A step of the order: progress above, the step, the sums at the side, the sum and the next step always in sight. */
export function CheckoutFrame({ step, summary, children, next, small }: CheckoutFrameProps) {
  const { t } = useTranslation('cart')
  return (
    <>
      <div>
        <CheckoutSteps current={step} />
        <div className="split split-aside">
          <div className="stack" style={{ '--gap': '24px' } as React.CSSProperties}>
            {children}
          </div>
          <OrderSummary summary={summary}>
            {next && <div className="only-wide">{next}</div>}
            {small}
          </OrderSummary>
        </div>
      </div>
      {next && (
        <StickyBar
          phoneOnly
          sum={<Money {...summary.total} />}
          note={summary.visit ?? t(summary.delivery?.price ? 'summary.withVisit' : 'summary.total')}
        >
          {next}
        </StickyBar>
      )}
    </>
  )
}
