import type { Shop } from '../platform/session/shop-context.server.ts'
import { formatDay } from '../platform/texts/format-dates.server.ts'
import { profileViews } from './profile-view.server.ts'
import { openShownCatalogue } from './shown-catalogue.server.ts'

/** All profiles, in the order of the specification. */
export async function loadProfiles({ shop }: { shop: Shop }) {
  const shown = await openShownCatalogue(shop)
  return {
    profiles: profileViews(shown),
    visitDay: shown.visitDate && formatDay(shown.visitDate, shop.locale),
  }
}
export type ProfilesView = Awaited<ReturnType<typeof loadProfiles>>
