import { Form, redirect } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../../platform/forms/form-failure.ts'
import { EmailField } from '../../platform/forms/person-fields.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { useFormFields } from '../../platform/forms/use-form-fields.ts'
import { isBackPathKeyRejected } from '../../platform/navigation/back-path.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { AuthDivider, AuthFrame } from '../auth-frame.tsx'
import { login } from '../login.server.ts'
import { LoginForm } from '../login-form.tsx'
import { type LoginState, loginStateOf, loginStatePath, type Origin, registerPath } from '../login-state.ts'
import { OriginFields } from '../origin-fields.tsx'
import { PasskeyButton } from '../passkey-button.tsx'
import { needsLogin, pathAfterLogin } from '../return-path.server.ts'
import type { Route } from './+types/login'

export function loader({ context, url }: Route.LoaderArgs) {
  const query = url.searchParams
  const { token } = context.get(shopContext)
  const pathnameToReturn = query.get('pathnameToReturn') ?? undefined
  if (token) throw redirect(pathAfterLogin(pathnameToReturn))
  return {
    state: loginStateOf(query.get('state')),
    origin: {
      pathnameToReturn,
      addableFlowPage: query.get('addableFlowPage') ?? undefined,
      backPathKey: isBackPathKeyRejected({}, query) ? undefined : (query.get('backPathKey') ?? undefined),
    },
    isAskedFor: needsLogin(pathnameToReturn),
    notAuthorized: query.has('notAuthorized'),
    stepOver: query.has('stepOver'),
    passwordChanged: query.has('passwordChanged'),
    accountErased: query.has('accountErased'),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return login(shop, await readForm(shop, request))
}

interface LoginPageProps {
  state: LoginState
  origin: Origin
  /** The visitor was sent here by a page that needs a login. */
  isAskedFor: boolean
  /** The session has just ended on its own. */
  notAuthorized: boolean
  /** The second step took too long or failed too often. */
  stepOver: boolean
  passwordChanged: boolean
  accountErased: boolean
  failure: FormFailure | undefined
}

/** The login page in one of its states: login form, reset form, reset requested. */
export default function Login({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { state, origin, ...notices } = loaderData
  const { t } = useTexts()
  // A form of the previous release had no query: its origin was sent in its fields.
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
      {!failure && <LoginNotice origin={from} {...notices} />}
      <FormErrors failure={failureOf(failure, 'passkey')} />
      <LoginForm origin={from} failure={failure} />
      <PasskeyButton action={loginStatePath('loginForm', from)} intent="passkey" fields={{ ...from }} />
      <AuthDivider>{t('account.login.newHere')}</AuthDivider>
      <ButtonLink look="quiet" wide to={registerPath(from)}>
        {t('account.login.register')}
      </ButtonLink>
    </AuthFrame>
  )
}

type LoginNoticeProps = Omit<LoginPageProps, 'state' | 'failure'>

/** Why the visitor is at the login page. */
function LoginNotice({
  origin,
  isAskedFor,
  notAuthorized,
  stepOver,
  passwordChanged,
  accountErased,
}: LoginNoticeProps) {
  const { t } = useTexts()
  if (notAuthorized) {
    return (
      <Notice tone="warn" role="alert" title={t('messages:notAuthorized')}>
        {t('account.login.sessionEnded')}
      </Notice>
    )
  }
  if (stepOver) {
    return (
      <Notice tone="warn" role="alert" title={t('account.login.stepOver')}>
        {t('account.login.stepOverText')}
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
  const { t } = useTexts()
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

interface RequestResetFormProps {
  origin: Origin
  failure: FormFailure | undefined
}

/** Requests a link by mail. */
function RequestResetForm({ origin, failure }: RequestResetFormProps) {
  const { t } = useTexts()
  const own = failureOf(failure, 'requestPasswordReset')
  const field = useFormFields(own)
  return (
    <Form method="post" action={loginStatePath('resetPasswordForm', origin)} className="stack" noValidate>
      <FormErrors failure={own} />
      <OriginFields origin={origin} />
      <EmailField field={field} isUsername />
      <SubmitButton name="intent" value="requestPasswordReset" wide>
        {t('account.reset.submit')}
      </SubmitButton>
    </Form>
  )
}
