import { groupByProfile } from '@shop/domain/group-by-profile'
import { BroughtMaterials, Preparation } from '../cart/preparation.tsx'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { type PriceLine, PriceLines } from '../ui/price-lines.tsx'
import type { OrderLineView, OrderView } from './load-order.server.ts'
import styles from './order-page.module.css'

/** The lines of an order by patient, as they were ordered. */
export function OrderPatients({ order: { patients, state } }: { order: OrderView }) {
  const { t } = useTexts()
  const isAhead = state === 'awaitingPayment' || state === 'paid'
  return (
    <div className="stack">
      {patients.map(({ patientId, fullName, lines, profiles, brought, subtotal, preparation, testCount }) => (
        <Card as="section" key={patientId} aria-labelledby={`of-${patientId}`}>
          <div className={styles.patientHead}>
            <Avatar name={fullName} />
            <h3 id={`of-${patientId}`}>{fullName}</h3>
          </div>
          <PriceLines
            lines={[
              ...groupByProfile(lines, profiles, ({ analysisId }) => analysisId).flatMap((group) =>
                groupLines(group),
              ),
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

/** The profile's name, and below it what came with it. */
function groupLines({ profile, lines }: { profile: string | null; lines: OrderLineView[] }): PriceLine[] {
  const head = profile && {
    key: profile,
    label: (
      <b>
        <OwnLanguage>{profile}</OwnLanguage>
      </b>
    ),
    amount: null,
  }
  return [
    ...(head ? [head] : []),
    ...lines.map(({ key, analysisId, name, quantity, price }) => ({
      key,
      label: <OwnLanguage>{quantity > 1 ? `${name} × ${quantity}` : name}</OwnLanguage>,
      amount: price,
      ...(analysisId === null ? { kind: 'fee' as const } : {}),
    })),
  ]
}
