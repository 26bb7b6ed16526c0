import { DAY_SECONDS } from '../../../server/cookie-jar.ts'
import { localPath } from '../../local-path.ts'
import type { Shop } from '../../shop-context.server.ts'

const REMEMBERED_SECONDS = 365 * DAY_SECONDS

/** Remembers the chosen language (one that the shop has). Answers the page to go back to, without a language in its address. */
export function rememberLocale({ shop, form }: { shop: Shop; form: FormData }): string {
  const wanted = form.get('locale')?.toString() ?? ''
  if (shop.env.locales.includes(wanted)) shop.cookies.set('locale', wanted, REMEMBERED_SECONDS)
  const path = localPath(form.get('pathnameToReturn')?.toString()) ?? '/'
  const url = new URL(path, shop.publicUrl)
  url.searchParams.delete('locale')
  return `${url.pathname}${url.search}`
}
