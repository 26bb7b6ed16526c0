import { redirect } from 'react-router'
import { loadRegistrationDocuments } from '../../documents/load-documents.server.ts'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AuthDivider, AuthFrame } from '../auth-frame.tsx'
import { loginStatePath } from '../login-state.ts'
import { register } from '../register.server.ts'
import { RegisterForm } from '../register-form.tsx'
import { pathAfterLogin } from '../return-path.server.ts'
import type { Route } from './+types/register'

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = url.searchParams
  const pathnameToReturn = query.get('pathnameToReturn') ?? undefined
  if (shop.token) throw redirect(pathAfterLogin(pathnameToReturn))
  return {
    documents: await loadRegistrationDocuments(shop),
    origin: { pathnameToReturn, addableFlowPage: query.get('addableFlowPage') ?? undefined },
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return register({ shop, ...(await readForm(shop, request)) })
}

export default function Register({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { origin, documents } = loaderData
  const { t } = useTexts()
  return (
    <AuthFrame title={t('account.register.title')} lead={t('account.register.lead')}>
      {origin.addableFlowPage && !failure && (
        <Notice icon="shopping-cart">{t('account.register.addable')}</Notice>
      )}
      <RegisterForm origin={origin} documents={documents} failure={failure} />
      <AuthDivider>{t('account.register.haveAccount')}</AuthDivider>
      <ButtonLink look="quiet" wide to={loginStatePath('loginForm', origin)}>
        {t('account.login.submit')}
      </ButtonLink>
    </AuthFrame>
  )
}
