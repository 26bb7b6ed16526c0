import { passFileOn } from '../../platform/problems/pass-file-on.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import type { Route } from './+types/receipt'

export function loader({ context, request, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return passFileOn(shop, () => shop.api.until(request.signal).orderReceipt(params.orderId))
}
