import { mergePreparation } from '@shop/domain/preparation'
import { data } from 'react-router'
import { formatDay } from '../../format-dates.server.ts'
import { laboratoryLabel } from '../../laboratory-label.ts'
import type { Shop } from '../../shop-context.server.ts'
import { childFasts } from './child-fasts.server.ts'
import { companionRules, offerOf, personRules } from './offer.server.ts'
import { longestPeriod, profileView } from './profile-view.server.ts'
import { openShelf } from './shelf.server.ts'

/** One profile with what is inside, its whole price and one preparation for all. Throws 404 for one that the laboratory does not offer. */
export async function loadProfile({ shop, profileId }: { shop: Shop; profileId: string }) {
  const shelf = await openShelf(shop)
  const profile = shelf.profiles.find(({ id }) => String(id) === profileId)
  const view = profile && profileView(profile, shelf)
  if (!profile || !view) throw data(null, { status: 404 })
  const analyses = profile.labServices.map(({ id }) => shelf.catalogue.analysesById.get(id) ?? null)
  const inside = analyses.filter((analysis) => analysis !== null)
  const days = longestPeriod(profile)
  const readyOn = shelf.readyOn(days)
  const { fastingHours, fastingNote, notes } = mergePreparation({
    analyses: inside.map(({ preparation }) => preparation),
  })
  return {
    ...view,
    code: profile.code,
    days,
    readyDay: readyOn && formatDay(readyOn, shop.locale),
    visitDay: shelf.visitDate && formatDay(shelf.visitDate, shop.locale),
    rows: inside.map(({ id }) => shelf.entries.get(id)?.row).filter((row) => row !== undefined),
    fastingHours,
    notes: fastingNote ? [fastingNote, ...notes] : notes,
    childFasts: childFasts(inside),
    personRules: personRules(inside),
    companionRules: companionRules(inside),
    laboratoryLabel: laboratoryLabel(shelf.laboratory),
    offer: offerOf(
      inside.map(({ id }) => id),
      shelf,
    ),
  }
}
export type ProfileCardView = Awaited<ReturnType<typeof loadProfile>>
