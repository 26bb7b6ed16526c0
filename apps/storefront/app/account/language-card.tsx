import type { Locale } from '@shop/domain/locale'
import { Form } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import styles from './settings-page.module.css'

/** Each in its own words, so that everybody finds theirs. */
const LANGUAGES: readonly { value: Locale; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'ru', label: 'Русский' },
  { value: 'pl', label: 'Polski' },
  { value: 'be', label: 'Беларуская' },
]

interface LanguageCardProps {
  locale: Locale
  failure: FormFailure | undefined
}

export function LanguageCard({ locale, failure }: LanguageCardProps) {
  const { t } = useTexts()
  return (
    <Card as="section" aria-labelledby="language-title" stacked>
      <SectionHead id="language-title" title={t('account.settings.languageTitle')} bare />
      {/* Another language loads other texts, which a whole new page does best. */}
      <Form method="post" action={pathOf('settings')} reloadDocument className={styles.language}>
        <FormErrors failure={failureOf(failure, 'chooseLanguage')} />
        <SelectField
          name="locale"
          label={t('account.settings.language')}
          defaultValue={locale}
          options={LANGUAGES.map(({ value, label }) => ({ value, label, lang: value }))}
        />
        <SubmitButton look="quiet" name="intent" value="chooseLanguage">
          {t('account.settings.submitLanguage')}
        </SubmitButton>
      </Form>
    </Card>
  )
}
