import { initials } from '@shop/domain/initials'
import styles from './avatar.module.css'
import { classNames } from './class-names.ts'

/** Initials of a name in a circle: m 36 px, l 56 px. The name is shown beside it. */
export function Avatar({ name, size = 'm' }: { name: string; size?: 'm' | 'l' }) {
  return (
    <span className={classNames(styles.avatar, size === 'l' && styles.l)} aria-hidden="true">
      {initials(name)}
    </span>
  )
}
