import { formatAmount, fromWire, type WireMoney } from '@shop/domain/money'
import { useTranslation } from 'react-i18next'
import styles from './money.module.css'

/** A sum as it travels in JSON: the number in the reader's habit, the currency's code smaller behind it. */
export function Money({ price, currency }: WireMoney) {
  const { i18n } = useTranslation()
  return (
    <span className={styles.money}>
      {formatAmount(fromWire({ price, currency }), i18n.language)}
      <small>{` ${currency}`}</small>
    </span>
  )
}
