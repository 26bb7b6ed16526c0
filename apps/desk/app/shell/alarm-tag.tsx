import { Icon } from '@shop/storefront/ui/icon.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import type { ReactNode } from 'react'
import styles from './alarm-tag.module.css'

/**
 * A red tag with a sign, for what harms someone if it is overlooked: a critical value, with the sign that it has
 * everywhere, or (`isEnd`) an offer that ends.
 */
export function AlarmTag({ isEnd = false, children }: { isEnd?: boolean; children: ReactNode }) {
  return (
    <span className={styles.alarm}>
      <Tag tone="warn">
        {isEnd ? (
          <Icon name="x" size="s" />
        ) : (
          <Icon name="mark-critical" size="s" className={styles.critical} />
        )}
        {children}
      </Tag>
    </span>
  )
}
