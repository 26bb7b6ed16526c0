import type { WireGender } from '@shop/contract/fields'
import type { RefusedReportSource } from '@shop/domain/laboratory-desk'
import type { OrderState } from '@shop/domain/order-states'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { OrderStateTag } from '@shop/storefront/ui/order-state-tag.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Link } from 'react-router'
import { pathOf } from '../navigation.ts'
import styles from './laboratory.module.css'

/** Names of standards, identical in every language. */
export const SOURCE_NAMES = { fhir: 'FHIR', hl7v2: 'HL7 v2' } as const satisfies Record<
  RefusedReportSource,
  string
>

export interface ShownLine {
  label: string
  orderId: string
  orderState: OrderState
  visit: string
  test: string
  patient: { name: string; gender: WireGender; birth: string }
  isReported: boolean
}

/** An ordered test with its patient, to be read before a report is assigned to it. */
export function RequestLineFacts({ line }: { line: ShownLine }) {
  const { t } = useTexts()
  const { label, orderId, orderState, visit, test, patient, isReported } = line
  return (
    <div className={styles.line}>
      <p>
        <Link to={pathOf('order', { orderId })}>{label}</Link> <strong>{test}</strong>{' '}
        <OrderStateTag state={orderState} />{' '}
        {isReported && <Tag tone="warn">{t('desk:laboratory.isReported')}</Tag>}
      </p>
      <p>
        {patient.name}, {t(`desk:order.gender${patient.gender}`)}, {patient.birth}
      </p>
      <p className="muted">{t('desk:laboratory.visit', { moment: visit })}</p>
    </div>
  )
}
