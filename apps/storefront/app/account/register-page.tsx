import type { DocumentSummary } from '@shop/contract/documents'
import { useTranslation } from 'react-i18next'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AuthDivider } from './auth-panel.tsx'
import { loginStatePath, type Origin } from './login-state.ts'
import { RegisterForm } from './register-form.tsx'

interface RegisterPageProps {
  origin: Origin
  documents: readonly DocumentSummary[]
  failure: FormFailure | undefined
}

export function RegisterPage({ origin, documents, failure }: RegisterPageProps) {
  const { t } = useTranslation()
  // An answered form has no query: what it came from travelled in its fields.
  const from: Origin = failure ? failure.values : origin
  return (
    <AuthFrame title={t('account.register.title')} lead={t('account.register.lead')}>
      {from.addableFlowPage && !failure && (
        <Notice icon="shopping-cart">{t('account.register.addable')}</Notice>
      )}
      <RegisterForm origin={from} documents={documents} failure={failure} />
      <AuthDivider>{t('account.register.haveAccount')}</AuthDivider>
      <ButtonLink look="quiet" wide to={loginStatePath('loginForm', from)}>
        {t('account.register.logIn')}
      </ButtonLink>
    </AuthFrame>
  )
}
