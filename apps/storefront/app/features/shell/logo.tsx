import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../components/icon/icon.tsx'
import { usePartner } from '../../i18n/page-texts.ts'
import styles from './logo.module.css'

/** Mark and name of the partner; leads home. */
export function Logo() {
  const { t } = useTranslation()
  const { name } = usePartner()
  return (
    <Link className={styles.logo} to="/" aria-label={t('shell.logo')}>
      <Icon name="logo" className={styles.mark} />
      {name}
    </Link>
  )
}
