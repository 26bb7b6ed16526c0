import { redirect } from 'react-router'
import { registrationDocuments } from '../../documents/registration-documents.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { register } from '../register.server.ts'
import { RegisterPage } from '../register-page.tsx'
import { pathAfterLogin } from '../return-path.server.ts'
import type { Route } from './+types/register'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const pathnameToReturn = query.get('pathnameToReturn') ?? undefined
  if (shop.token) throw redirect(pathAfterLogin(pathnameToReturn))
  return {
    documents: await registrationDocuments(shop),
    origin: { pathnameToReturn, addableFlowPage: query.get('addableFlowPage') ?? undefined },
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return register({ shop: context.get(shopContext), form: await request.formData() })
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  return <RegisterPage {...loaderData} failure={actionData} />
}
