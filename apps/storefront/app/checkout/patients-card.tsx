import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { BroughtMaterials } from '../cart/brought-materials.tsx'
import { Preparation } from '../cart/preparation.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'
import styles from './data-confirmed.module.css'
import type { DataConfirmedView } from './data-confirmed.server.ts'

/** Who is tested for what, and how each gets ready. */
export function PatientsCard({ patients }: Pick<DataConfirmedView, 'patients'>) {
  const { t } = useTranslation()
  return (
    <Card as="section" aria-labelledby="part-patients">
      <div className={styles.partHead}>
        <h2 id="part-patients">{t('order.confirm.patients')}</h2>
        <Link className="hit" to="/order/cart">
          {t('order.change')}
          <span className="visually-hidden"> {t('order.confirm.patients')}</span>
        </Link>
      </div>
      <ul className={styles.patients}>
        {patients.map(({ patientId, fullName, tests, fees, brought, subtotal, preparation }) => (
          <li key={patientId} className={styles.patient}>
            <Avatar name={fullName} />
            <div>
              <p className={styles.patientLine}>
                <b>{fullName}</b>
                <Money {...subtotal} />
              </p>
              <p className="small muted">
                {tests.join('; ')}.
                {fees.length > 0 && ` ${t('order.confirm.with', { fees: fees.join(', ') })}`}
              </p>
              <BroughtMaterials names={brought} />
              <Preparation preparation={preparation} testCount={tests.length} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
