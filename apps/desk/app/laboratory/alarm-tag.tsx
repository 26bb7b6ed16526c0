import { Icon } from '@shop/storefront/ui/icon.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import type { ReactNode } from 'react'
import styles from './laboratory.module.css'

/** A state in which someone has to be told at once: red, with the sign that critical values have everywhere. */
export function AlarmTag({ children }: { children: ReactNode }) {
  return (
    <span className={styles.alarm}>
      <Tag tone="warn">
        <Icon name="mark-critical" size="s" />
        {children}
      </Tag>
    </span>
  )
}
