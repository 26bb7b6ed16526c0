import { pathOf } from '../platform/navigation/navigation.ts'
import { useShellData } from '../platform/shell-data.ts'
import { LANGUAGE_NAMES } from '../platform/texts/language-names.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import styles from './locale-choice.module.css'

/** The languages; choosing one reloads the page in it. */
export function LocaleChoice({ address }: { address: string }) {
  const { t, language } = useTexts()
  const locales = useShellData()?.locales ?? Object.keys(LANGUAGE_NAMES)
  return (
    <form method="post" action={pathOf('locale')} className={styles.form} aria-label={t('shell.language')}>
      <input type="hidden" name="pathnameToReturn" value={address} />
      {locales.map((locale) => (
        <button
          key={locale}
          type="submit"
          name="locale"
          value={locale}
          lang={locale}
          className={styles.locale}
          aria-current={locale === language ? 'true' : undefined}
        >
          {LANGUAGE_NAMES[locale] ?? locale}
        </button>
      ))}
    </form>
  )
}
