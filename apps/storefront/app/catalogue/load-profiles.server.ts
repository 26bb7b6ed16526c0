import type { Shop } from '../platform/session/shop-context.server.ts'
import { formatDay } from '../platform/texts/format-dates.server.ts'
import { profileViews } from './profile-view.server.ts'
import { openShelf } from './shelf.server.ts'

/** All profiles, in the order of the specification. */
export async function loadProfiles({ shop }: { shop: Shop }) {
  const shelf = await openShelf(shop)
  return {
    profiles: profileViews(shelf),
    visitDay: shelf.visitDate && formatDay(shelf.visitDate, shop.locale),
  }
}
export type ProfilesView = Awaited<ReturnType<typeof loadProfiles>>
