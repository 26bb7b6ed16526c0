import { ORDER_STEPS } from '@shop/domain/order-states'
import type { ReactNode } from 'react'
import { usePlaceDetails } from '../checkout/use-place-details.ts'
import { OwnLanguage, Sentence } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { type PriceLine, PriceLines } from '../ui/price-lines.tsx'
import type { OrderView } from './load-order.server.ts'

/** All of it, or nobody says how much: the network may keep a fee. */
const isWhollyBack = ({ total, payment: { refunds } }: OrderView) =>
  refunds.length === 0 ||
  total.price <= refunds.reduce((sum, { state, amount }) => sum + (state === 'done' ? amount.price : 0), 0)

/** The sums of an order, and where its visit is if there is one. */
export function OrderTotals({ order, children }: { order: OrderView; children?: ReactNode }) {
  const { t } = useTexts()
  const { state, patients, deliveryPrice, regionName, total, visit, payment } = order
  const details = usePlaceDetails(visit.placeDetails)
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
    state === 'refunded' && isWhollyBack(order)
      ? t('order.state.refunded')
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
      {children}
    </Card>
  )
}
