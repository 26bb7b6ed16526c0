import { redirectDocument, replace } from 'react-router'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { localPath } from '../../platform/navigation/local-path.ts'
import { ownUrl } from '../../platform/pages/own-path.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import type { Route } from './+types/locale'

/** Leads back from a form sent without scripts, or again after it was lost: otherwise the page stays. */
export function loader({ url }: Route.LoaderArgs) {
  return replace(localPath(url.searchParams.get('pathnameToReturn')) ?? '/')
}

/** Remembers the chosen language, if the shop has it. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { texts } = await readForm(shop, request)
  const { locale = '', pathnameToReturn: field } = texts
  if (shop.env.locales.includes(locale)) shop.cookies.set('locale', locale)
  const page = localPath(field ?? url.searchParams.get('pathnameToReturn')) ?? '/'
  const path = withoutLocale(page)
  // A language in the address would win. A page of the previous release sends the address as a field.
  return path === page && field === undefined ? null : redirectDocument(path)
}

/** Never shown. With a page of its own, the form is followed by the loader. */
export default function ChosenLocale() {
  return null
}

function withoutLocale(path: string): string {
  const url = ownUrl(path)
  if (!url?.searchParams.has('locale')) return path
  url.searchParams.delete('locale')
  return `${url.pathname}${url.search}`
}
