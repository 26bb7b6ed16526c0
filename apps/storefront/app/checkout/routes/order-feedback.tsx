import { CONTACT_PHONE_FIELD } from '@shop/contract/order-codec'
import { Form } from 'react-router'
import { CheckoutFrame } from '../../cart/checkout-frame.tsx'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { FormOwner, KeptNotice } from '../../platform/forms/form-owner.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useFormFields } from '../../platform/forms/use-form-fields.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { changeOrderFeedback, loadOrderFeedback } from '../order-feedback.server.ts'
import type { Route } from './+types/order-feedback'

export function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return loadOrderFeedback(shop, url)
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeOrderFeedback(shop, await readForm(shop, request))
}

const FORM = 'feedback'

/** How the patient can be reached about the order. */
export default function OrderFeedback({ loaderData: view, actionData: failure }: Route.ComponentProps) {
  const { t } = useTexts()
  const { summary, feedbackDetails, email, phone, formOwner, kept } = view
  const field = useFormFields(
    failure,
    kept ?? { [CONTACT_PHONE_FIELD]: feedbackDetails[CONTACT_PHONE_FIELD] ?? '' },
  )
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
          {...field(CONTACT_PHONE_FIELD)}
          label={t(phone ? 'order.feedback.otherPhone' : 'forms.person.phone')}
          hint={phone && t('order.feedback.otherPhoneHint')}
          type="tel"
          autoComplete="tel"
          optional
        />
      </Form>
    </CheckoutFrame>
  )
}
