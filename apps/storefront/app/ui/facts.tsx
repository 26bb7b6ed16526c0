import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './facts.module.css'
import { Icon, type IconName } from './icon.tsx'

export interface Fact {
  icon: IconName
  term: ReactNode
  value: ReactNode
}

/** Facts about a thing, one line each, with an icon for each. */
export function Facts({ facts, small = false }: { facts: readonly Fact[]; small?: boolean }) {
  return (
    <dl className={classNames(styles.facts, small && 'small')}>
      {facts.map(({ icon, term, value }) => (
        <div key={icon}>
          <dt>
            <Icon name={icon} />
            {term}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
