import { redirect } from 'react-router'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { localPath } from '../../platform/navigation/local-path.ts'
import { type Shop, shopContext } from '../../platform/session/shop-context.server.ts'
import type { Route } from './+types/locale'

export function loader() {
  return redirect('/')
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { form } = await readForm(shop, request)
  return redirect(rememberLocale({ shop, form }))
}

/** Remembers the chosen language, if the shop has it. Returns the address to go back to, without a language. */
function rememberLocale({ shop, form }: { shop: Shop; form: FormData }): string {
  const wanted = form.get('locale')?.toString() ?? ''
  if (shop.env.locales.includes(wanted)) shop.cookies.set('locale', wanted)
  const path = localPath(form.get('pathnameToReturn')?.toString()) ?? '/'
  const url = new URL(path, shop.publicUrl)
  url.searchParams.delete('locale')
  return `${url.pathname}${url.search}`
}
