import { formatMoney, fromWire } from '@shop/domain/money'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Fees } from './fees.server.ts'
import styles from './fees-note.module.css'

/** Fees on their own lines, told before anyone logs in. */
export function FeesNote({ fees, analysisCount }: { fees: Fees; analysisCount: number }) {
  const { t, i18n } = useTranslation()
  const { sampling, visit } = fees
  const money = (price: { price: number; currency: 'EUR' | 'PLN' | 'BYN' }) =>
    formatMoney(fromWire(price), i18n.language)
  return (
    <p className={`small muted ${styles.note}`}>
      {sampling && `${t('catalogue.fees.sampling', { name: sampling.name, price: money(sampling.price) })} `}
      {visit && `${t('catalogue.fees.visit', { city: visit.city, price: money(visit.price) })} `}
      <Link className="nowrap" to="/search">
        {t('catalogue.allAnalyses', { count: analysisCount })}
      </Link>
    </p>
  )
}
