import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { SubmitButton } from '../../components/button/submit-button.tsx'
import { CheckoutFrame } from '../../components/checkout/checkout-frame.tsx'
import { Checkbox } from '../../components/choice/checkbox.tsx'
import { TextField } from '../../components/field/text-field.tsx'
import { FormOwner } from '../../components/form-draft/form-owner.tsx'
import { KeptNotice } from '../../components/form-draft/kept-notice.tsx'
import { FormErrors } from '../../components/form-errors/form-errors.tsx'
import { PageHead } from '../../components/page-head/page-head.tsx'
import type { FormFailure } from '../../form-failure.ts'
import { useFormFields } from '../../use-form-fields.ts'
import type { FeedbackView } from './feedback.server.ts'

const FORM = 'feedback'

interface FeedbackPageProps {
  view: FeedbackView
  failure: FormFailure | undefined
}

/** How the patient may be reached about the order. */
export function FeedbackPage({ view, failure }: FeedbackPageProps) {
  const { t } = useTranslation()
  const { summary, feedbackDetails, email, phone, formOwner, kept } = view
  const field = useFormFields(failure, kept ?? { quickPhone: feedbackDetails.quickPhone ?? '' })
  const typed = failure?.values ?? kept
  const isTicked = (name: 'useEmail' | 'usePhone') => (typed ? name in typed : feedbackDetails[name])
  const next = ({ wide }: { wide: boolean }) => (
    <SubmitButton form={FORM} name="intent" value="save" wide={wide}>
      {t('order.continue')}
    </SubmitButton>
  )
  return (
    <CheckoutFrame title={t('order.feedback.title')} step="contact" summary={summary} next={next}>
      <PageHead title={t('order.feedback.title')} lead={t('order.feedback.lead')} />
      <Form method="post" id={FORM} className="stack" noValidate>
        <FormErrors failure={failure} />
        {kept && !failure && <KeptNotice />}
        <FormOwner owner={formOwner} />
        <fieldset>
          <legend className="visually-hidden">{t('order.feedback.title')}</legend>
          <Checkbox
            name="useEmail"
            defaultChecked={isTicked('useEmail')}
            label={t('order.feedback.email', { email })}
          />
          <Checkbox
            name="usePhone"
            defaultChecked={isTicked('usePhone')}
            label={phone ? t('order.feedback.phone', { phone }) : t('order.feedback.byPhone')}
          />
        </fieldset>
        <TextField
          {...field('quickPhone')}
          label={t('order.feedback.quickPhone')}
          hint={t('order.feedback.quickPhoneHint')}
          type="tel"
          autoComplete="tel"
          optional
        />
      </Form>
    </CheckoutFrame>
  )
}
