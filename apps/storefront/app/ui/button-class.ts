import styles from './button.module.css'
import { classNames } from './class-names.ts'

export interface ButtonLook {
  /** `primary` by default. `link` looks like a text link, `icon` is round. */
  look?: 'accent' | 'primary' | 'quiet' | 'plain' | 'danger' | 'link' | 'icon' | undefined
  /** s: 44 px, m: 48 px */
  size?: 's' | 'm' | undefined
  /** Takes the whole width. */
  wide?: boolean | undefined
}

/** The class of a button, for elements that cannot be a `Button` (plain anchors in long lists). */
export function buttonClass({ look = 'primary', size = 'm', wide = false }: ButtonLook): string {
  if (look === 'link' || look === 'icon') return styles[look] ?? ''
  return classNames(styles.button, styles[look], size === 's' && styles.s, wide && styles.wide)
}
