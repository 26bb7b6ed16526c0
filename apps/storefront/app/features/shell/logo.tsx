import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePartner } from '../../i18n/page-texts.ts'
import styles from './logo.module.css'

/** Mark and name of the partner; leads home. The mark is a symbol of the partner's own file, in the colour of the name. */
export function Logo() {
  const { t } = useTranslation()
  const { name } = usePartner()
  return (
    <Link className={styles.logo} to="/" aria-label={t('shell.logo')}>
      <svg className={styles.mark} aria-hidden="true">
        <use href="/logo.svg#logo" />
      </svg>
      {name}
    </Link>
  )
}
