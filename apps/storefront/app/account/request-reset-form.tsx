import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { EmailField } from '../platform/forms/person-fields.tsx'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import type { Origin } from './login-state.ts'
import { OriginFields } from './origin-fields.tsx'

interface RequestResetFormProps {
  origin: Origin
  failure: FormFailure | undefined
}

/** Asks for a link by mail. */
export function RequestResetForm({ origin, failure }: RequestResetFormProps) {
  const { t } = useTranslation()
  const own = failureOf(failure, 'requestPasswordReset')
  const field = useFormFields(own)
  return (
    <Form method="post" action="/login" className="stack" noValidate>
      <FormErrors failure={own} />
      <OriginFields origin={origin} />
      <EmailField field={field} isUsername />
      <SubmitButton name="intent" value="requestPasswordReset" wide>
        {t('account.reset.submit')}
      </SubmitButton>
    </Form>
  )
}
