import type { CurrentUser } from '@shop/contract/accounts'
import { redirect, replace } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { signIn } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pathAfterLogin } from './return-path.server.ts'

interface NewSession {
  shop: Shop
  accessToken: string
  /** Requested if not known yet. */
  user?: CurrentUser
  pathnameToReturn: string | undefined
}

/**
 * Logs in and redirects. An account that has not accepted a document's current version is asked to do so first; a
 * device without a chosen language gets the account's.
 */
export async function startSession({
  shop,
  accessToken,
  user,
  pathnameToReturn,
}: NewSession): Promise<Response> {
  signIn(shop, accessToken)
  const path = pathAfterLogin(pathnameToReturn)
  const known = user ?? (await currentUser(shop, accessToken))
  if (known && !shop.cookies.get('locale')) shop.cookies.set('locale', known.locale)
  if (known && known.documentsToAccept.length > 0) {
    return redirect(`${pathOf('acceptDocuments')}?${new URLSearchParams({ pathnameToReturn: path })}`)
  }
  // Back leads to the page that asked for the login, not to the login.
  return replace(path)
}

/** The account just logged in to. A failure here shows on the next page and does not undo the login. */
async function currentUser(shop: Shop, token: string): Promise<CurrentUser | undefined> {
  const { locale, requestId, clientAddress, userAgent } = shop
  return shop
    .createApi({ token, locale, requestId, clientAddress, userAgent })
    .currentUser()
    .catch((error: Error) => {
      shop.logger.warn({ error: error.name }, 'account could not be read after login')
      return undefined
    })
}
