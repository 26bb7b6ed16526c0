import type { WireMoney } from '@shop/domain/money'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Money } from './money.tsx'
import styles from './price-lines.module.css'

export interface PriceLine {
  key: string | number
  label: ReactNode
  /** Small, below the label: "once per patient and visit". */
  note?: ReactNode
  /** A sum, or what is shown instead. */
  amount: WireMoney | ReactNode
  /** `fee`: less prominent. `total`: set off by a line. `grand`: the overall total. */
  kind?: 'fee' | 'total' | 'grand'
}

/** The parts of a price, with their sums aligned. */
export function PriceLines({ lines, small = false }: { lines: readonly PriceLine[]; small?: boolean }) {
  return (
    <dl className={classNames(styles.lines, small && 'small')}>
      {lines.map(({ key, label, note, amount, kind }) => (
        <div key={key} className={kind && styles[kind]}>
          <dt>
            {label}
            {note && <span className={styles.note}>{note}</span>}
          </dt>
          <dd>{isMoney(amount) ? <Money {...amount} /> : amount}</dd>
        </div>
      ))}
    </dl>
  )
}

function isMoney(amount: WireMoney | ReactNode): amount is WireMoney {
  return typeof amount === 'object' && amount !== null && 'price' in amount && 'currency' in amount
}
