import { LOCALES } from '@shop/domain/locale'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button } from '@shop/storefront/ui/button.tsx'
import { Form, useLocation } from 'react-router'
import { pathOf } from '../navigation.ts'

/** The languages, each by its own name, for those who do not read the current one. */
export function LanguageChoice() {
  const { t, language } = useTexts()
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={pathOf('language')} className="row row-wrap" aria-label={t('shell.language')}>
      <input type="hidden" name="to" value={pathname + search} />
      {LOCALES.map((locale) => {
        const isThis = locale === language
        return (
          <Button
            key={locale}
            type="submit"
            look={isThis ? 'quiet' : 'plain'}
            size="s"
            name="locale"
            value={locale}
            lang={locale}
            aria-current={isThis ? 'true' : undefined}
          >
            {LANGUAGE_NAMES[locale]}
          </Button>
        )
      })}
    </Form>
  )
}
