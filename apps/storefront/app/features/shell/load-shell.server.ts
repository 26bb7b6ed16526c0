import { activeLaboratory, listLaboratories } from '../../active-laboratory.server.ts'
import { laboratoryLabel } from '../../laboratory-label.ts'
import { endSessionOn401 } from '../../session.server.ts'
import type { Shop } from '../../shop-context.server.ts'
import { currentUser } from '../../viewer.server.ts'
import type { LaboratoryOption, ShellData } from './shell-data.ts'

interface LoadShell {
  shop: Shop
  request: Request
  /** Number of analyses and total of the visitor's cart; null: none. */
  readCart: (shop: Shop) => Promise<ShellData['cart']>
}

/** What stands around every page. A token that no longer holds ends the session. */
export async function loadShell({ shop, request, readCart }: LoadShell): Promise<ShellData> {
  const [laboratory, user, cart] = await Promise.all([
    activeLaboratory(shop),
    shop.token ? currentUser(shop).catch((error) => endSessionOn401(shop, request, error)) : null,
    shop.token ? readCart(shop).catch((error) => endSessionOn401(shop, request, error)) : null,
  ])
  return {
    locale: shop.locale,
    locales: shop.env.locales,
    defaultLocale: shop.env.defaultLocale,
    publicUrl: shop.publicUrl,
    user: user && { name: `${user.firstName} ${user.lastName}`, email: user.email },
    cart,
    laboratory: laboratory && { id: laboratory.id, label: laboratoryLabel(laboratory) },
    laboratories: laboratory ? null : await laboratoryOptions(shop),
    cookieAccepted: shop.cookieAccepted,
  }
}

/** The laboratories that can be chosen, those that come home first. */
export async function laboratoryOptions(shop: Shop): Promise<LaboratoryOption[]> {
  const options = (await listLaboratories(shop)).map((laboratory) => ({
    id: laboratory.id,
    label: laboratoryLabel(laboratory),
    callable: laboratory.callable !== undefined,
    latitude: laboratory.latitude,
    longitude: laboratory.longitude,
  }))
  return [...options.filter(({ callable }) => callable), ...options.filter(({ callable }) => !callable)]
}
