import type { RuleApplication } from '@shop/contract/cart'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { ButtonLink } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import styles from './add-to-cart.module.css'
import type { PatientChoice } from './patient-choices.server.ts'

interface RestrictionsDialogProps {
  applications: readonly RuleApplication[]
  choices: readonly PatientChoice[]
}

/** Lists the patients to whom a rule left something out; served open, so that it is there without scripts. */
export function RestrictionsDialog({ applications, choices }: RestrictionsDialogProps) {
  const { t } = useTranslation('cart')
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(true)
  const patientIds = [...new Set(applications.map(({ patientId }) => patientId))]
  return (
    <Dialog open={isOpen} title={t('add.outcome.restricted')} onClose={() => setIsOpen(false)}>
      <div className="stack">
        <ul className={styles.restrictions}>
          {patientIds.map((id) => (
            <li key={id}>
              <b>{choices.find(({ patientId }) => patientId === id)?.fullName}</b>
              {messagesOf(applications, id).map((message) => (
                <p key={message} className="small">
                  {message}
                </p>
              ))}
            </li>
          ))}
        </ul>
        <p className="small muted">{t('add.othersAdded')}</p>
        <div className="row row-wrap">
          <ButtonLink to="/order/cart">{t('add.toCart')}</ButtonLink>
          <Link className="hit" to={pathname} replace onClick={() => setIsOpen(false)}>
            {t('add.chooseOthers')}
          </Link>
        </div>
      </div>
    </Dialog>
  )
}

function messagesOf(applications: readonly RuleApplication[], id: string): string[] {
  const own = applications.filter(({ patientId }) => patientId === id)
  return [...new Set(own.map(({ message }) => message))]
}
