import { useFetcher } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useShellData } from '../platform/shell-data.ts'
import { LANGUAGE_NAMES } from '../platform/texts/language-names.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import styles from './locale-choice.module.css'

/**
 * The languages. With scripts the page stays where it is, with all that was typed and the secret of a mailed link: the
 * shell reloads it once its data are in another language. An error page without the shell's data would not notice.
 */
export function LocaleChoice({ address }: { address: string }) {
  const { t, language } = useTexts()
  const fetcher = useFetcher()
  const shell = useShellData()
  const Form = shell ? fetcher.Form : 'form'
  const locales = shell?.locales ?? Object.keys(LANGUAGE_NAMES)
  const chosen = fetcher.formData?.get('locale') ?? language
  const query = new URLSearchParams({ pathnameToReturn: address })
  return (
    <Form
      method="post"
      action={`${pathOf('locale')}?${query}`}
      className={styles.form}
      aria-label={t('shell.language')}
    >
      {locales.map((locale) => (
        <button
          key={locale}
          type="submit"
          name="locale"
          value={locale}
          lang={locale}
          className={styles.locale}
          aria-current={locale === chosen ? 'true' : undefined}
        >
          {LANGUAGE_NAMES[locale] ?? locale}
        </button>
      ))}
    </Form>
  )
}
