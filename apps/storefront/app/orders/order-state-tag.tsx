import type { OrderState } from '@shop/domain/order-states'
import { useTranslation } from 'react-i18next'
import { Tag } from '../ui/tag.tsx'

const TONES: Partial<Record<OrderState, 'ok' | 'wait' | 'warn'>> = {
  awaitingPayment: 'warn',
  paid: 'ok',
  completed: 'ok',
  expired: 'wait',
  cancelled: 'wait',
  refunded: 'wait',
}

/** Where an order stands, in a word. */
export function OrderStateTag({ state }: { state: OrderState }) {
  const { t } = useTranslation()
  const tone = TONES[state]
  return <Tag {...(tone ? { tone } : {})}>{t(`order.state.${state}`)}</Tag>
}
