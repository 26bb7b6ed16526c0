import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/avatar/avatar.tsx'
import { Card } from '../../components/card/card.tsx'
import { BroughtMaterials } from '../../components/checkout/brought-materials.tsx'
import { Preparation } from '../../components/checkout/preparation.tsx'
import { PriceLines } from '../../components/lines/price-lines.tsx'
import styles from './order-page.module.css'
import type { OrderView } from './order-view.server.ts'

/** The lines of an order by patient, as they were ordered. */
export function OrderPatients({ order: { patients, state } }: { order: OrderView }) {
  const { t } = useTranslation()
  const isAhead = state === 'awaitingPayment' || state === 'paid'
  return (
    <div className="stack">
      {patients.map(({ patientId, fullName, lines, brought, subtotal, preparation, testCount }) => (
        <Card as="section" key={patientId} aria-labelledby={`of-${patientId}`}>
          <div className={styles.patientHead}>
            <Avatar name={fullName} />
            <h3 id={`of-${patientId}`}>{fullName}</h3>
          </div>
          <PriceLines
            lines={[
              ...lines.map(({ key, name, quantity, price, isFee }) => ({
                key,
                label: quantity > 1 ? `${name} × ${quantity}` : name,
                amount: price,
                ...(isFee ? { kind: 'fee' as const } : {}),
              })),
              { key: 'subtotal', label: t('order.subtotal'), amount: subtotal, kind: 'total' as const },
            ]}
          />
          <BroughtMaterials names={brought} />
          {isAhead && <Preparation preparation={preparation} testCount={testCount} />}
        </Card>
      ))}
    </div>
  )
}
