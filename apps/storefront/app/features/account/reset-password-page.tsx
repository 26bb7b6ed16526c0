import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { loginStatePath } from '../../components/auth/login-state.ts'
import { PasswordField } from '../../components/auth/password-field.tsx'
import { ButtonLink } from '../../components/button/button.tsx'
import { SubmitButton } from '../../components/button/submit-button.tsx'
import { FormErrors } from '../../components/form-errors/form-errors.tsx'
import { Notice } from '../../components/notice/notice.tsx'
import { type FormFailure, failureOf } from '../../form-failure.ts'
import { PASSWORD_MINIMUM } from '../../password-minimum.ts'
import { useFormFields } from '../../use-form-fields.ts'
import { AuthFrame } from './auth-frame.tsx'

interface ResetPasswordPageProps {
  /** Of the mailed link; it is one-time. */
  token: string | null
  failure: FormFailure | undefined
}

export function ResetPasswordPage({ token, failure }: ResetPasswordPageProps) {
  const { t } = useTranslation()
  const own = failureOf(failure, 'resetPassword')
  const field = useFormFields(own)
  if (!token || failure?.intent === 'linkSpent') return <LinkSpent failure={failure} />
  return (
    <AuthFrame title={t('account.reset.newTitle')} lead={t('account.reset.newLead')}>
      <Form method="post" className="stack" noValidate>
        <FormErrors failure={own} />
        <input type="hidden" name="token" value={token} />
        <PasswordField
          {...field('newPassword')}
          label={t('account.reset.newPassword')}
          hint={t('account.register.passwordHint', { count: PASSWORD_MINIMUM })}
          autoComplete="new-password"
          required
        />
        <SubmitButton wide>{t('account.reset.submitNew')}</SubmitButton>
      </Form>
    </AuthFrame>
  )
}

function LinkSpent({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useTranslation()
  return (
    <AuthFrame title={t('account.reset.newTitle')}>
      {failure ? (
        <FormErrors failure={failure} />
      ) : (
        <Notice tone="warn">{t('account.reset.linkSpent')}</Notice>
      )}
      <ButtonLink wide to={loginStatePath('resetPasswordForm', {})}>
        {t('account.reset.askNew')}
      </ButtonLink>
    </AuthFrame>
  )
}
