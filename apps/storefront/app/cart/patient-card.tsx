import { groupByProfile } from '@shop/domain/group-by-profile'
import { Fragment } from 'react'
import { Form } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import styles from './cart.module.css'
import type { CartPatientView } from './cart-view.server.ts'
import { FeeItem } from './fee-item.tsx'
import { LineItem } from './line-item.tsx'
import { Preparation } from './preparation.tsx'

interface PatientCardProps {
  patient: CartPatientView
  sharedAnalysisIds: readonly number[]
}

/** One patient's part of the cart. */
export function PatientCard({ patient, sharedAnalysisIds }: PatientCardProps) {
  const { t } = useTexts()
  const { patientId, fullName, firstName, age, lines, fees, subtotal } = patient
  const groups = groupByProfile(lines, patient.profiles, ({ analysisId }) => analysisId)
  return (
    <Card as="section" flush aria-labelledby={`patient-${patientId}`}>
      <header className={styles.patientHead}>
        <Avatar name={fullName} />
        <div className={styles.patientName}>
          <h2 id={`patient-${patientId}`}>{fullName}</h2>
          <p className="small muted">{t(`patients.age.${age.unit}`, { count: age.count })}</p>
        </div>
        <Form method="post" action={pathOf('cart')} preventScrollReset>
          <input type="hidden" name="patientId" value={patientId} />
          <SubmitButton look="plain" size="s" name="intent" value="removePatient">
            {t('cart:removePatient')}
            <span className="visually-hidden">: {fullName}</span>
          </SubmitButton>
        </Form>
      </header>
      <div className={styles.patientBody}>
        <ul className={styles.lines}>
          {groups.map(({ profile, lines }) => (
            <Fragment key={profile}>
              {profile && (
                <li className={styles.profile}>
                  <OwnLanguage>{profile}</OwnLanguage>
                </li>
              )}
              {lines.map((line) => (
                <LineItem
                  key={line.analysisId}
                  line={line}
                  patientId={patientId}
                  patientName={fullName}
                  isShared={sharedAnalysisIds.includes(line.analysisId)}
                />
              ))}
            </Fragment>
          ))}
          {fees.map((fee) => (
            <FeeItem key={fee.materialId} fee={fee} patientId={patientId} />
          ))}
        </ul>
        <Preparation preparation={patient.preparation} testCount={lines.length} />
      </div>
      <p className={styles.patientSum}>
        <span>{firstName}</span>
        <Money {...subtotal} />
      </p>
    </Card>
  )
}
