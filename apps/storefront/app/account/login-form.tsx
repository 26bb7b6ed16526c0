import { Form, Link } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { EmailField } from '../platform/forms/person-fields.tsx'
import { useFormFields } from '../platform/forms/use-form-fields.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { SubmitButton } from '../ui/submit-button.tsx'
import { CodeField } from './code-field.tsx'
import { loginStatePath, type Origin } from './login-state.ts'
import { OriginFields } from './origin-fields.tsx'
import { PasswordField } from './password-field.tsx'

interface LoginFormProps {
  /** The page that the login leads back to. */
  origin: Origin
  failure?: FormFailure | undefined
}

/** E-mail and password, and a mailed code if one is asked for; posts to the login page from any page. */
export function LoginForm({ origin, failure }: LoginFormProps) {
  const { t } = useTexts()
  const own = failureOf(failure, 'login')
  const field = useFormFields(own)
  return (
    <Form method="post" action={loginStatePath('loginForm', origin)} className="stack" noValidate>
      <FormErrors failure={own} />
      <OriginFields origin={origin} />
      <EmailField field={field} name="username" isUsername />
      <div>
        <PasswordField
          {...field('password')}
          label={t('account.password')}
          autoComplete="current-password"
          required
        />
        <Link className="hit small" to={loginStatePath('resetPasswordForm', origin)}>
          {t('account.reset.title')}
        </Link>
      </div>
      {own?.fields.code && <CodeField {...field('code')} />}
      <SubmitButton name="intent" value="login" wide>
        {t('account.login.submit')}
      </SubmitButton>
    </Form>
  )
}
