import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { EmailField } from '../platform/forms/person-fields.tsx'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'

interface SupportFormProps {
  initial: Record<string, string>
  failure: FormFailure | undefined
}

export function SupportForm({ initial, failure }: SupportFormProps) {
  const { t } = useTranslation()
  const own = failureOf(failure, 'support')
  const field = useFormFields(own, initial)
  return (
    <Form method="post" action="/support" className="stack" noValidate>
      <FormErrors failure={own} />
      <TextField {...field('name')} label={t('documents.support.name')} autoComplete="name" required />
      <EmailField field={field} hint={t('documents.support.emailHint')} />
      <TextField
        {...field('orderNumber')}
        label={t('documents.support.orderNumber')}
        autoComplete="off"
        optional
      />
      <TextArea
        {...field('message')}
        label={t('documents.support.message')}
        hint={t('documents.support.messageHint')}
        rows={6}
        maxLength={5000}
        required
      />
      <SubmitButton>{t('documents.support.send')}</SubmitButton>
    </Form>
  )
}
