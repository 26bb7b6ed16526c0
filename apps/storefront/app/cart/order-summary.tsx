import type { ReactNode } from 'react'
import { Sentence } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { type PriceLine, PriceLines } from '../ui/price-lines.tsx'
import type { CartSummary } from './summarize-cart.server.ts'

interface OrderSummaryProps {
  summary: CartSummary
  /** Below the sums: the button to the next step. */
  children?: ReactNode
}

/** The amounts to pay, at the side of the cart and of every checkout step. */
export function OrderSummary({ summary, children }: OrderSummaryProps) {
  const { t } = useTexts()
  const { ready } = summary
  return (
    <Card as="aside" stacked aria-labelledby="summary-title">
      <h2 id="summary-title">{t('cart:summary.title')}</h2>
      <PriceLines lines={useSummaryLines(summary)} />
      {ready && (
        <p className="small muted">
          <Icon name="calendar" size="s" />{' '}
          {t(ready.first === ready.last ? 'cart:summary.readyOn' : 'cart:summary.readyBetween', ready)}
          {ready.assumedVisit && ` ${t('cart:summary.assumedVisit', ready)}`}
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
      amount: delivery.price ?? t('cart:summary.byPlace'),
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
