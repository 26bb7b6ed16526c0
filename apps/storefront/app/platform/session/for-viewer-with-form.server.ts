import { redirect } from 'react-router'
import { forgetForm, keepFormForLogin } from '../forms/form-draft.server.ts'
import { KEPT } from '../forms/form-draft.ts'
import { formTexts } from '../forms/form-failure.server.ts'
import { pathOf } from '../navigation/navigation.ts'
import { forViewer } from './for-viewer.server.ts'
import type { Shop } from './shop-context.server.ts'

interface ForViewerWithForm<T> {
  shop: Shop
  request: Request
  form: FormData
  work: () => Promise<T>
}

/**
 * `forViewer` for an action whose form is long enough to be missed: when the login is needed first, what was typed (no
 * password, no code) is kept for an hour, and after the login the same user finds it in the form again.
 */
export async function forViewerWithForm<T>({ shop, request, form, work }: ForViewerWithForm<T>): Promise<T> {
  const answer = await forViewer(shop, request, work).catch(async (thrown: unknown) => {
    const location = thrown instanceof Response ? thrown.headers.get('Location') : null
    if (!location?.startsWith(`${pathOf('login')}?`)) throw thrown
    throw redirect(await keepFormForLogin(shop, location, formTexts(form)))
  })
  const isSaved = answer instanceof Response
  if (isSaved && new URL(request.url).searchParams.has(KEPT)) await forgetForm(shop)
  return answer
}
