import type { TestsConsent as Consent } from '@shop/contract/tests-consent'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Form } from 'react-router'

interface TestsConsentProps extends Consent {
  mayAsk: boolean
}

/** Whether the patient lets the names of the tests be seen, and asking for it. */
export function TestsConsent({ state, until, mayAsk }: TestsConsentProps) {
  const { t } = useTexts()
  const isOpen = state === 'asked' || state === 'granted'
  if (!isOpen && !mayAsk) return null
  return (
    <Card as="section" stacked>
      <h2>{t('desk:consent.title')}</h2>
      <p>{t(`desk:consent.${state}`, { until: until ?? '' })}</p>
      {!isOpen && (
        <Form method="post">
          <SubmitButton look="quiet" size="s" name="intent" value="askTests">
            {t('desk:consent.ask')}
          </SubmitButton>
        </Form>
      )}
    </Card>
  )
}
