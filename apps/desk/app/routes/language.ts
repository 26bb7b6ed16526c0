import { LOCALES } from '@shop/domain/locale'
import { data, redirect } from 'react-router'
import { textsOf } from '../forms/run-form.server.ts'
import { localPath, pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import type { Route } from './+types/language'

/** Sets the language of this browser, and of the account if someone is logged in. */
export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const locale = LOCALES.find((known) => known === form.get('locale'))
  if (!locale) throw data(null, { status: 400 })
  desk.cookies.speak(locale)
  if (desk.cookies.session) await desk.api.chooseStaffLocale({ locale })
  return redirect(localPath(textsOf(form)('to')))
}

export const loader = () => redirect(pathOf('today'))
