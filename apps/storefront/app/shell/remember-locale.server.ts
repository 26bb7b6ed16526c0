import { localPath } from '../platform/navigation/local-path.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** Remembers the chosen language (one that the shop has). Answers the page to go back to, without a language in its address. */
export function rememberLocale({ shop, form }: { shop: Shop; form: FormData }): string {
  const wanted = form.get('locale')?.toString() ?? ''
  if (shop.env.locales.includes(wanted)) shop.cookies.set('locale', wanted)
  const path = localPath(form.get('pathnameToReturn')?.toString()) ?? '/'
  const url = new URL(path, shop.publicUrl)
  url.searchParams.delete('locale')
  return `${url.pathname}${url.search}`
}
