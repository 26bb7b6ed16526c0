import { useTranslation } from 'react-i18next'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthDivider } from './auth-panel.tsx'
import { LoginForm } from './login-form.tsx'
import { type LoginState, loginStatePath, type Origin, registerPath } from './login-state.ts'
import { RequestResetForm } from './request-reset-form.tsx'

interface LoginPageProps {
  state: LoginState
  origin: Origin
  /** A page for who is logged in has led here. */
  isAskedFor: boolean
  /** The session has just ended by itself. */
  notAuthorized: boolean
  passwordChanged: boolean
  accountErased: boolean
  failure: FormFailure | undefined
}

/** The login page in one of its states: login form, reset form, reset asked for. */
export function LoginPage({ state, origin, failure, ...told }: LoginPageProps) {
  const { t } = useTranslation()
  // An answered form has no query: what it came from travelled in its fields.
  const from: Origin = failure ? failure.values : origin
  const shown = failure?.intent === 'requestPasswordReset' ? 'resetPasswordForm' : state
  if (shown === 'resetPasswordForm') {
    return (
      <AuthFrame title={t('account.reset.title')} lead={t('account.reset.lead')}>
        <RequestResetForm origin={from} failure={failure} />
        <ButtonLink look="plain" to={loginStatePath('loginForm', from)}>
          {t('account.reset.backToLogin')}
        </ButtonLink>
      </AuthFrame>
    )
  }
  if (shown === 'resetPasswordSuccess') return <ResetAsked origin={from} />
  return (
    <AuthFrame title={t('account.login.title')}>
      {!failure && <LoginNotice origin={from} {...told} />}
      <LoginForm origin={from} failure={failure} />
      <AuthDivider>{t('account.login.newHere')}</AuthDivider>
      <ButtonLink look="quiet" wide to={registerPath(from)}>
        {t('account.login.register')}
      </ButtonLink>
    </AuthFrame>
  )
}

type LoginNoticeProps = Omit<LoginPageProps, 'state' | 'failure'>

/** Why one stands at the login page. */
function LoginNotice({
  origin,
  isAskedFor,
  notAuthorized,
  passwordChanged,
  accountErased,
}: LoginNoticeProps) {
  const { t } = useTranslation()
  if (notAuthorized) {
    return (
      <Notice tone="warn" role="alert" title={t('messages:notAuthorized')}>
        {t('account.login.sessionEnded')}
      </Notice>
    )
  }
  if (passwordChanged) return <Notice tone="ok" role="status" title={t('messages:passwordChanged')} />
  if (accountErased) {
    return (
      <Notice tone="ok" role="status">
        {t('account.login.accountErased')}
      </Notice>
    )
  }
  if (origin.addableFlowPage) return <Notice icon="shopping-cart">{t('account.login.addable')}</Notice>
  return isAskedFor ? <Notice>{t('account.login.return')}</Notice> : null
}

function ResetAsked({ origin }: { origin: Origin }) {
  const { t } = useTranslation()
  return (
    <AuthFrame title={t('account.reset.sentTitle')}>
      <Notice tone="ok" icon="mail" role="status">
        {t('account.reset.sentText')}
      </Notice>
      <p className="muted">{t('account.reset.sentHint')}</p>
      <ButtonLink look="quiet" wide to={loginStatePath('resetPasswordForm', origin)}>
        {t('account.reset.sendAgain')}
      </ButtonLink>
      <ButtonLink look="plain" to={loginStatePath('loginForm', origin)}>
        {t('account.reset.backToLogin')}
      </ButtonLink>
    </AuthFrame>
  )
}
