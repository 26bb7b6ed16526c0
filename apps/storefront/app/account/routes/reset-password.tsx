import { SHORTEST_PASSWORD } from '@shop/contract/input-lengths'
import { Form } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../../platform/forms/form-failure.ts'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useFormFields } from '../../platform/forms/use-form-fields.ts'
import { LinkTokenField, useLinkToken } from '../../platform/pages/link-token.tsx'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { loginStatePath } from '../login-state.ts'
import { PasswordField } from '../password-field.tsx'
import { resetPassword } from '../reset-password.server.ts'
import type { Route } from './+types/reset-password'

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return resetPassword({ shop, ...(await readForm(shop, request)) })
}

export default function ResetPassword({ actionData: failure }: Route.ComponentProps) {
  const { t } = useTexts()
  const token = useLinkToken()
  const own = failureOf(failure, 'resetPassword')
  const field = useFormFields(own)
  if (failure?.problem === 'reset_token_not_found') return <LinkSpent failure={failure} />
  return (
    <AuthFrame title={t('account.reset.newTitle')} lead={t('account.reset.newLead')}>
      <Form method="post" className="stack" noValidate>
        <FormErrors failure={own} />
        <LinkTokenField token={token} label={t('account.link.label')} hint={t('account.link.hint')} />
        <PasswordField
          {...field('newPassword')}
          label={t('account.newPassword')}
          hint={t('account.register.passwordHint', { count: SHORTEST_PASSWORD })}
          autoComplete="new-password"
          required
        />
        <SubmitButton wide>{t('account.reset.submitNew')}</SubmitButton>
      </Form>
      {!token && (
        <ButtonLink look="quiet" wide to={loginStatePath('resetPasswordForm', {})}>
          {t('account.reset.askNew')}
        </ButtonLink>
      )}
    </AuthFrame>
  )
}

function LinkSpent({ failure }: { failure: FormFailure }) {
  const { t } = useTexts()
  return (
    <AuthFrame title={t('account.reset.newTitle')}>
      <FormErrors failure={failure} />
      <ButtonLink wide to={loginStatePath('resetPasswordForm', {})}>
        {t('account.reset.askNew')}
      </ButtonLink>
    </AuthFrame>
  )
}
