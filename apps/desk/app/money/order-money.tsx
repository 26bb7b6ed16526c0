import type { DeskOrder } from '@shop/contract/desk'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Link } from 'react-router'
import { pathOf } from '../navigation.ts'
import { PAYMENT_TONES } from './payment-tags.tsx'
import { REFUND_TONES } from './refunds.tsx'

type Payment = NonNullable<DeskOrder['payment']>

interface OrderMoneyProps {
  /** Sums and instants, formatted. */
  payment: Omit<Payment, 'received' | 'refunds'> & {
    received: string | undefined
    refunds: { state: Payment['refunds'][number]['state']; amount: string; at: string }[]
  }
  total: string | null
  maySeePayments: boolean
}

/** The payment of an order: what was requested, what was received and what is refunded. */
export function OrderMoney({ payment, total, maySeePayments }: OrderMoneyProps) {
  const { t } = useTexts()
  const { id, state, refundDue, received, refunds } = payment
  const tone = state === 'none' ? undefined : PAYMENT_TONES[state]
  return (
    <Card as="section" stacked aria-labelledby="money">
      <div className="row row-wrap">
        <h2 id="money">{t('desk:money.label')}</h2>
        <Tag {...(tone ? { tone } : {})}>{t(`desk:money.state.${state}`)}</Tag>
        {refundDue && <Tag tone="warn">{t('desk:money.state.refundDue')}</Tag>}
      </div>
      <dl className="deskFacts">
        <div>
          <dt className="muted">{t('desk:orders.total')}</dt>
          <dd>{total}</dd>
        </div>
        {received && (
          <div>
            <dt className="muted">{t('desk:money.received')}</dt>
            <dd>{received}</dd>
          </div>
        )}
      </dl>
      {refunds.length > 0 && (
        <>
          <h3>{t('desk:money.refunds')}</h3>
          <ul className="stack stack-s">
            {refunds.map((refund, index) => {
              const refundTone = REFUND_TONES[refund.state]
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: refunds of one order, in a fixed order, some identical.
                <li key={index}>
                  {refund.amount}{' '}
                  <Tag {...(refundTone ? { tone: refundTone } : {})}>
                    {t(`desk:money.refund.${refund.state}`)}
                  </Tag>{' '}
                  <span className="muted nowrap">{refund.at}</span>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {id && maySeePayments && (
        <p>
          <Link to={pathOf('payment', { paymentId: id })}>{t('desk:money.payment')}</Link>
        </p>
      )}
    </Card>
  )
}
