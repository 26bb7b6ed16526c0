import { useTranslation } from 'react-i18next'
import { useShellData } from '../platform/shell-data.ts'
import { LANGUAGE_NAMES } from '../platform/texts/language-names.ts'
import styles from './locale-choice.module.css'

/** The languages; a choice loads the page anew in it. */
export function LocaleChoice({ address }: { address: string }) {
  const { t, i18n } = useTranslation()
  const locales = useShellData()?.locales ?? Object.keys(LANGUAGE_NAMES)
  return (
    <form method="post" action="/locale" className={styles.form} aria-label={t('shell.language')}>
      <input type="hidden" name="pathnameToReturn" value={address} />
      {locales.map((locale) => (
        <button
          key={locale}
          type="submit"
          name="locale"
          value={locale}
          lang={locale}
          className={styles.locale}
          aria-current={locale === i18n.language ? 'true' : undefined}
        >
          {LANGUAGE_NAMES[locale] ?? locale}
        </button>
      ))}
    </form>
  )
}
