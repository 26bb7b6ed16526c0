import type { ResultMark } from '@shop/domain/results'
import { classNames } from './class-names.ts'
import sprite from './icons.svg?url&no-inline'
import styles from './mark.module.css'

/** Interpretation of a value: ● in range, ▼ low, ▲ high, ■ not the expected result, ◆ critical. */
export type MarkShape = ResultMark

/** The filled shape of a finding, in the colour of its text; the words beside it say the same. */
export function Mark({ shape, className }: { shape: MarkShape; className?: string | undefined }) {
  return (
    <svg className={classNames(styles.mark, className)} viewBox="0 0 18 18" aria-hidden="true">
      <use href={`${sprite}#mark-${shape}`} />
    </svg>
  )
}
