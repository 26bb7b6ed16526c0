import type { ListedPayment } from '@shop/contract/money'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'

export const PAYMENT_TONES: Partial<Record<ListedPayment['state'], 'ok' | 'wait' | 'warn'>> = {
  created: 'wait',
  redirected: 'wait',
  paid: 'ok',
  failed: 'warn',
}

/** The state of a payment, and whether a refund of it is due. */
export function PaymentTags({ payment }: { payment: Pick<ListedPayment, 'state' | 'refundDue' | 'test'> }) {
  const { t } = useTexts()
  const tone = PAYMENT_TONES[payment.state]
  return (
    <span className="row row-wrap">
      <Tag {...(tone ? { tone } : {})}>{t(`desk:money.state.${payment.state}`)}</Tag>
      {payment.refundDue && <Tag tone="warn">{t('desk:money.state.refundDue')}</Tag>}
      {payment.test && <Tag>{t('desk:money.test')}</Tag>}
    </span>
  )
}
