import { useTranslation } from 'react-i18next'
import { ProgressSteps } from '../ui/progress-steps.tsx'

const STEPS = [
  { key: 'cart', to: '/order/cart' },
  { key: 'visit', to: '/order/date-or-call' },
  { key: 'contact', to: '/order/feedback' },
  { key: 'confirm', to: '/order/data-confirmed' },
  { key: 'pay' },
] as const
export type CheckoutStep = (typeof STEPS)[number]['key']

/** How far the order has come: Cart, Visit, Contact, Confirm, Pay. */
export function CheckoutSteps({ current }: { current: CheckoutStep }) {
  const { t } = useTranslation('cart')
  return (
    <ProgressSteps
      label={t('steps.label')}
      steps={STEPS.map((step) => ({ ...step, label: t(`steps.${step.key}`) }))}
      current={current}
    />
  )
}
