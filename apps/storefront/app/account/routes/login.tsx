import { data, redirect } from 'react-router'
import { formTexts } from '../../platform/forms/form-failure.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { logIn } from '../log-in.server.ts'
import { LoginPage } from '../login-page.tsx'
import { loginStateOf } from '../login-state.ts'
import { requestPasswordReset } from '../request-password-reset.server.ts'
import { needsLogin, pathAfterLogin } from '../return-path.server.ts'
import type { Route } from './+types/login'

export function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const { token } = context.get(shopContext)
  const pathnameToReturn = query.get('pathnameToReturn') ?? undefined
  if (token) throw redirect(pathAfterLogin(pathnameToReturn))
  return {
    state: loginStateOf(query.get('state')),
    origin: { pathnameToReturn, addableFlowPage: query.get('addableFlowPage') ?? undefined },
    isAskedFor: needsLogin(pathnameToReturn),
    notAuthorized: query.has('notAuthorized'),
    passwordChanged: query.has('passwordChanged'),
    accountErased: query.has('accountErased'),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const texts = formTexts(await request.formData())
  if (texts.intent === 'login') return logIn({ shop, texts })
  if (texts.intent === 'requestPasswordReset') return requestPasswordReset({ shop, texts })
  throw data(null, { status: 400 })
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  return <LoginPage {...loaderData} failure={actionData} />
}
