import type { OrderState } from '@shop/domain/order-states'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Tag } from './tag.tsx'

const TONES: Partial<Record<OrderState, 'ok' | 'wait' | 'warn'>> = {
  awaitingPayment: 'warn',
  paid: 'ok',
  completed: 'ok',
  expired: 'wait',
  cancelled: 'wait',
  refunded: 'wait',
}

/** The order's state in a word, in the same colour for its customer and for the desk. */
export function OrderStateTag({ state }: { state: OrderState }) {
  const { t } = useTexts()
  const tone = TONES[state]
  return <Tag {...(tone ? { tone } : {})}>{t(`order.state.${state}`)}</Tag>
}
