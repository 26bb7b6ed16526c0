import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { type PriceLine, PriceLines } from '../ui/price-lines.tsx'
import type { CartSummary } from './summarize-cart.server.ts'

interface OrderSummaryProps {
  summary: CartSummary
  /** Under the sums: the button that moves on. */
  children?: ReactNode
}

/** What is to be paid, at the side of the cart and of every checkout step. */
export function OrderSummary({ summary, children }: OrderSummaryProps) {
  const { t } = useTranslation('cart')
  const { ready } = summary
  return (
    <Card as="aside" stacked aria-labelledby="summary-title">
      <h2 id="summary-title">{t('summary.title')}</h2>
      <PriceLines lines={useSummaryLines(summary)} />
      {ready && (
        <p className="small muted">
          <Icon name="calendar" size="s" />{' '}
          {t(ready.first === ready.last ? 'summary.readyOn' : 'summary.readyBetween', ready)}
          {ready.assumedVisit && ` ${t('summary.assumedVisit', ready)}`}
        </p>
      )}
      {children}
    </Card>
  )
}

function useSummaryLines({ patients, cartTotal, delivery, total }: CartSummary): PriceLine[] {
  const { t } = useTranslation('cart')
  const lines: PriceLine[] = patients.map(({ patientId, firstName, analysisCount, subtotal }) => ({
    key: patientId,
    label: t('summary.patient', { name: firstName, count: analysisCount }),
    amount: subtotal,
  }))
  if (!delivery) return [...lines, { key: 'total', label: t('summary.total'), amount: total, kind: 'grand' }]
  const region = delivery.regionName
  return [
    ...lines,
    { key: 'cart', label: t('summary.cart'), amount: cartTotal, kind: 'total' },
    {
      key: 'delivery',
      label: region ? t('summary.deliveryTo', { region }) : t('summary.delivery'),
      note: t('summary.oncePerOrder'),
      amount: delivery.price ?? t('summary.byPlace'),
    },
    {
      key: 'total',
      label: t('summary.total'),
      ...(delivery.price ? {} : { note: t('summary.withoutVisit') }),
      amount: total,
      kind: 'grand',
    },
  ]
}
