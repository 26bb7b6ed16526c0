import { classNames } from './class-names.ts'
import sprite from './icons.svg?url&no-inline'
import styles from './mark.module.css'

/** Where a value lies: ● in range, ▼ low, ▲ high, ■ not what is expected, ◆ critical. */
export type MarkShape = 'in' | 'low' | 'high' | 'abnormal' | 'critical'

/** The filled shape of a finding, in the colour of its text; the words beside it name it. */
export function Mark({ shape, className }: { shape: MarkShape; className?: string | undefined }) {
  return (
    <svg className={classNames(styles.mark, className)} viewBox="0 0 18 18" aria-hidden="true">
      <use href={`${sprite}#mark-${shape}`} />
    </svg>
  )
}
