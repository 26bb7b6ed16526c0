import { classNames } from './class-names.ts'
import styles from './icon.module.css'
import type { IconName } from './icon-names.ts'
import sprite from './icons.svg?url&no-inline'

export type { IconName }

interface IconProps {
  name: IconName
  /** s: 16 px, m: 20 px, l: 32 px */
  size?: 's' | 'm' | 'l'
  className?: string | undefined
}

/**
 * A line icon of the sprite, in the colour of the surrounding text. Its meaning is given by the words beside it or
 * by the button's name.
 */
export function Icon({ name, size = 'm', className }: IconProps) {
  return (
    <svg className={classNames(styles.icon, size !== 'm' && styles[size], className)} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}

export const iconSprite: string = sprite
