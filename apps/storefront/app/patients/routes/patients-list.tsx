import { Link } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { type ListedPatient, loadPatients } from '../load-patients.server.ts'
import styles from '../patients-page.module.css'
import type { Route } from './+types/patients-list'

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const patients = await loadPatients(shop)
  return { patients, isDeleted: url.searchParams.get('notice') === 'patientDeleted' }
}

export default function PatientsList({ loaderData }: Route.ComponentProps) {
  const { patients, isDeleted } = loaderData
  const { t } = useTexts()
  return (
    <div className="stack">
      <PageHead title={t('patients.title')} lead={t('patients.lead')}>
        {patients.length > 0 && <AddPatient />}
      </PageHead>
      {isDeleted && (
        <Notice tone="ok" role="status">
          {t('patients.deleted')}
        </Notice>
      )}
      {patients.length === 0 ? (
        <EmptyState drawing="plaster" title={t('patients.none')}>
          <p className="muted">{t('patients.noneText')}</p>
          <AddPatient />
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {patients.map((patient) => (
            <PatientCard key={patient.id} patient={patient} />
          ))}
        </ul>
      )}
    </div>
  )
}

function PatientCard({ patient }: { patient: ListedPatient }) {
  const { t } = useTexts()
  const { id, firstName, lastName, gender, age, born, lastOrder } = patient
  const name = `${firstName} ${lastName}`
  return (
    <Card as="li">
      <div className={styles.patient}>
        <Avatar name={name} size="l" />
        <div>
          <h2 className={styles.name}>{name}</h2>
          <p className="small muted dots">
            <span>{t(`patients.age.${age.unit}`, { count: age.count })}</span>
            <span>{t(`patients.born.${gender}`, { date: born })}</span>
          </p>
          {lastOrder && (
            <p className="small">
              <Link className="hit" to={pathOf('order', { orderId: lastOrder.id })}>
                {t('patients.lastOrder', { date: lastOrder.date })}
              </Link>
            </p>
          )}
        </div>
        <ButtonLink look="quiet" size="s" icon="pencil" to={pathOf('editPatient', { patientId: id })}>
          {t('patients.edit')}
          <span className="visually-hidden"> {name}</span>
        </ButtonLink>
      </div>
    </Card>
  )
}

function AddPatient() {
  const { t } = useTexts()
  return (
    <ButtonLink icon="user-plus" to={pathOf('createPatient')}>
      {t('patients.add')}
    </ButtonLink>
  )
}
