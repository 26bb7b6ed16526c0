import { Link } from 'react-router'
import styles from './logo.module.css'

interface LogoProps {
  /** The partner's name. */
  name: string
  label: string
}

/**
 * The partner's mark and name; links to the start page. The mark is a symbol in the partner's own file, in the colour
 * of the name.
 */
export function Logo({ name, label }: LogoProps) {
  return (
    <Link className={styles.logo} to="/" aria-label={label}>
      <svg className={styles.mark} aria-hidden="true">
        <use href="/logo.svg#logo" />
      </svg>
      {name}
    </Link>
  )
}
