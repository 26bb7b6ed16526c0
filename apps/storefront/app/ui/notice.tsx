import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

export type NoticeTone = 'info' | 'ok' | 'warn' | 'bad'

const ICONS: Record<NoticeTone, IconName> = {
  info: 'info',
  ok: 'circle-check',
  warn: 'triangle-alert',
  bad: 'circle-alert',
}

interface NoticeProps {
  tone?: NoticeTone
  icon?: IconName
  title?: ReactNode
  children?: ReactNode
  /** `status` is read out when it appears, `alert` interrupts; without a role it is part of the page. */
  role?: 'status' | 'alert'
  /** Stays in sight, wherever on the page it appeared. */
  floats?: boolean
}

/** A note beside the content. Icon and words carry the tone; the colour only repeats it. */
export function Notice({ tone = 'info', icon, title, children, role, floats }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[tone], floats && styles.floats)} role={role}>
      <Icon name={icon ?? ICONS[tone]} />
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}
