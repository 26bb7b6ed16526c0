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

/**
 * Initials of a name in any script: the first letters of the first and the last word, as capitals if the script has
 * them. 'Анна-Мария Ковалёва' gives 'АК', '王小明' gives '王', a name without letters gives ''.
 */
export function initials(name: string): string {
  const [first = '', ...others] = name.split(/\s+/u).map(firstLetter).filter(Boolean)
  return first + (others.at(-1) ?? '')
}

/** With its marks. Not by `Intl.Segmenter`: the first one on a page takes a slow phone 100 ms or more. */
function firstLetter(word: string): string {
  return /\p{L}\p{M}*/u.exec(word.normalize('NFC'))?.[0].toUpperCase() ?? ''
}
