import type { CurrentUser } from '@shop/contract/accounts'
import { redirect, replace } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { signIn } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pathAfterLogin } from './return-path.server.ts'

interface NewSession {
  shop: Shop
  accessToken: string
  /** Asked for when it is not known yet. */
  user?: CurrentUser
  pathnameToReturn: string | undefined
}

/**
 * Signs in and leads on. An account that has not accepted a document's current version is asked first; a device on which no
 * language was chosen takes the account's.
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
  // Back leads to where the login was asked for, not to the login.
  return replace(path)
}

/** The account just logged in to; a failure here shows on the next page and does not undo the login. */
async function currentUser(shop: Shop, token: string): Promise<CurrentUser | undefined> {
  const { locale, requestId, clientAddress, userAgent } = shop
  return shop
    .createApi({ token, locale, requestId, clientAddress, userAgent })
    .currentUser()
    .catch((error: Error) => {
      shop.logger.warn({ error: error.name }, 'account unknown after login')
      return undefined
    })
}
