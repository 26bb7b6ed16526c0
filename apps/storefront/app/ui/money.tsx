import { formatAmount, fromWire, type WireMoney } from '@shop/domain/money'
import type { CSSProperties } from 'react'
import { useTexts } from '../platform/texts/use-texts.ts'
import styles from './money.module.css'

/** A sum of the wire format: the number in the reader's locale, followed by the currency code in smaller type. */
export function Money({ price, currency }: WireMoney) {
  const { language } = useTexts()
  return (
    <span className={styles.money} style={{ '--sum': price } as CSSProperties}>
      <span>{formatAmount(fromWire({ price, currency }), language)}</span>
      <small>{` ${currency}`}</small>
    </span>
  )
}
