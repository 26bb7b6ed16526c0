import { replace } from 'react-router'
import { localPath } from '../../platform/navigation/local-path.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import type { Route } from './+types/cookie-consent'

/** Leads back from a form sent without scripts, or again after it was lost: the banner itself stays on its page. */
export function loader({ url }: Route.LoaderArgs) {
  return replace(localPath(url.searchParams.get('pathnameToReturn')) ?? '/')
}

export function action({ context }: Route.ActionArgs) {
  context.get(shopContext).cookies.set('acceptCookie', 'true')
  return null
}

/** Never shown. With a page of its own, the form is followed by the loader. */
export default function CookieConsent() {
  return null
}
