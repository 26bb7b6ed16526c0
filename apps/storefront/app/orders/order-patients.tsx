import { groupByProfile } from '@shop/domain/group-by-profile'
import { BroughtMaterials } from '../cart/brought-materials.tsx'
import { Preparation } from '../cart/preparation.tsx'
import { languageOfName } from '../platform/language-of-name.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { type PriceLine, PriceLines } from '../ui/price-lines.tsx'
import styles from './order-page.module.css'
import type { OrderLineView, OrderView } from './order-view.server.ts'

/** The lines of an order by patient, as they were ordered. */
export function OrderPatients({ order: { patients, state } }: { order: OrderView }) {
  const { t, language } = useTexts()
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
                groupLines(group, language),
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
function groupLines(
  { profile, lines }: { profile: string | null; lines: OrderLineView[] },
  language: string,
): PriceLine[] {
  const head = profile && {
    key: profile,
    label: <b lang={languageOfName(profile, language)}>{profile}</b>,
    amount: null,
  }
  return [
    ...(head ? [head] : []),
    ...lines.map(({ key, analysisId, name, quantity, price }) => ({
      key,
      label: quantity > 1 ? `${name} × ${quantity}` : name,
      amount: price,
      ...(analysisId === null ? { kind: 'fee' as const } : {}),
    })),
  ]
}
