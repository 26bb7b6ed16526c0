import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { SubmitButton } from '../../components/button/submit-button.tsx'
import { EmailField } from '../../components/field/person-fields.tsx'
import { TextArea, TextField } from '../../components/field/text-field.tsx'
import { FormErrors } from '../../components/form-errors/form-errors.tsx'
import { type FormFailure, failureOf } from '../../form-failure.ts'
import { useFormFields } from '../../use-form-fields.ts'

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
