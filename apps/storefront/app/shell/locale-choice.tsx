import { pathOf } from '../platform/navigation/navigation.ts'
import { useShellData } from '../platform/shell-data.ts'
import { LANGUAGE_NAMES } from '../platform/texts/language-names.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './locale-choice.module.css'

interface LocaleChoiceProps {
  /** The page to come back to. */
  address: string
  /** In one row, which stands above a question instead of in a menu. */
  inline?: boolean
}

/** The languages; a choice loads the page anew in it. */
export function LocaleChoice({ address, inline }: LocaleChoiceProps) {
  const { t, language } = useTexts()
  const locales = useShellData()?.locales ?? Object.keys(LANGUAGE_NAMES)
  return (
    <form
      method="post"
      action={pathOf('locale')}
      className={classNames(styles.form, inline && styles.inline)}
      aria-label={t('shell.language')}
    >
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
