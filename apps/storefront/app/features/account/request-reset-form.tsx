import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import type { Origin } from '../../components/auth/login-state.ts'
import { OriginFields } from '../../components/auth/origin-fields.tsx'
import { SubmitButton } from '../../components/button/submit-button.tsx'
import { EmailField } from '../../components/field/person-fields.tsx'
import { FormErrors } from '../../components/form-errors/form-errors.tsx'
import { type FormFailure, failureOf } from '../../form-failure.ts'
import { useFormFields } from '../../use-form-fields.ts'

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
