import { hash } from 'node:crypto'
import type { CurrentUser } from '@shop/contract/accounts'
import { Problem } from '@shop/contract/problem'
import type { Shop } from './shop-context.server.ts'

const usersByShop = new WeakMap<Shop, Promise<CurrentUser>>()

function fingerprint(token: string): string {
  return hash('sha256', token, 'base64')
}

/**
 * The logged-in user, requested once however many loaders need it.
 * @throws Problem `unauthorized` for a guest; ApiProblem or ApiUnreachable from the main API
 */
export function currentUser(shop: Shop): Promise<CurrentUser> {
  const { token } = shop
  if (!token) return Promise.reject(new Problem('unauthorized'))
  let user = usersByShop.get(shop)
  if (!user) {
    user = shop.api.currentUser().then((found) => {
      shop.memory.userIds.set(fingerprint(token), found.id)
      return found
    })
    usersByShop.set(shop, user)
  }
  return user
}

/** Asks the main API again: the user has just been changed. */
export function refreshCurrentUser(shop: Shop): Promise<CurrentUser> {
  usersByShop.delete(shop)
  return currentUser(shop)
}

/**
 * Id of the token's user. It does not prove that the token is valid: answer nothing of the user's with it unless a
 * call of the main API with the same token succeeds too. Throws as `currentUser` does.
 */
export async function viewerId(shop: Shop): Promise<string> {
  const known = shop.token && shop.memory.userIds.get(fingerprint(shop.token))
  return known || (await currentUser(shop)).id
}
