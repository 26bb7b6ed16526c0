import type { DocumentSummary } from '@shop/contract/documents'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { AuthDivider } from './auth-frame.tsx'
import { LoginForm } from './login-form.tsx'
import type { Origin } from './login-state.ts'
import { RegisterForm } from './register-form.tsx'

export type AuthMode = 'REGISTER' | 'LOGIN'

/**
 * REGISTER unless the address says LOGIN (`authMode`), as it does after a registration: a visitor who is not logged
 * in is usually new.
 */
export function authModeOf(query: URLSearchParams): AuthMode {
  return query.get('authMode') === 'LOGIN' ? 'LOGIN' : 'REGISTER'
}

interface AuthPanelProps {
  mode: AuthMode
  /** The page that contains it, to which login and registration lead back. */
  origin: Origin
  documents: readonly DocumentSummary[]
  /** The same page in the other mode. */
  otherModePath: string
}

/** Login and registration within another page, one click apart. */
export function AuthPanel({ mode, origin, documents, otherModePath }: AuthPanelProps) {
  const { t } = useTexts()
  const isLogin = mode === 'LOGIN'
  return (
    <div className="stack">
      {isLogin ? <LoginForm origin={origin} /> : <RegisterForm origin={origin} documents={documents} />}
      <AuthDivider>{t(isLogin ? 'account.login.newHere' : 'account.register.haveAccount')}</AuthDivider>
      <ButtonLink look="quiet" wide to={otherModePath} replace preventScrollReset>
        {t(isLogin ? 'account.login.register' : 'account.login.submit')}
      </ButtonLink>
    </div>
  )
}
