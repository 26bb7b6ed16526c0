import { mergePreparation } from '@shop/domain/preparation'
import { formatDay } from '@shop/texts/formats.server'
import { readProfile } from '../platform/catalogue/catalogue-cache.server.ts'
import { laboratoryInWords } from '../platform/laboratory/active-laboratory.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { childFasts } from './child-fasts.server.ts'
import { comparableIds, comparePairs, compareProfiles } from './compare-profiles.server.ts'
import { CODES, PURPOSES } from './profile-purposes.server.ts'
import { longestTurnaround, namesInside, profileViews } from './profile-view.server.ts'
import { companionRules, personRules, quoteView } from './quote-view.server.ts'
import { derived, findEntry, openShownCatalogue, type ShownCatalogue } from './shown-catalogue.server.ts'

/** One profile with its analyses, its whole price and one preparation for all. Throws 404 for an unknown one. */
export async function loadProfile({ shop, profileId }: { shop: Shop; profileId: string }) {
  const shown = await openShownCatalogue(shop)
  const offered = shown.profiles.find(({ id }) => String(id) === profileId)
  const profile = offered ?? (await findEntry(profileId, (id) => readProfile(shop, id)))
  const { id, name, description, code, analyses } = profile
  const inside = analyses.map((analysis) => shown.catalogue.analysesById.get(analysis.id) ?? analysis)
  const days = longestTurnaround(analyses)
  const readyOn = shown.readyOn(days)
  const { fastingHours, fastingNote, notes } = mergePreparation({
    analyses: inside.map(({ preparation }) => preparation),
  })
  return {
    id,
    name,
    description,
    analysisCount: analyses.length,
    inside: namesInside(profile, shown),
    code,
    days,
    readyDay: readyOn && formatDay(readyOn, shop.locale),
    visitDay: shown.visitDate && formatDay(shown.visitDate, shop.locale),
    rows: inside.map(({ id }) => shown.entries.get(id)?.row).filter((row) => row !== undefined),
    /** Names of the analyses that this laboratory does not offer. */
    missing: inside.filter(({ id }) => !shown.entries.has(id)).map((analysis) => analysis.name),
    fastingHours,
    notes: fastingNote ? [fastingNote, ...notes] : notes,
    childFasts: childFasts(inside),
    personRules: personRules(inside),
    companionRules: companionRules(inside),
    laboratoryLabel: laboratoryInWords(shown.laboratory, shop, shown.regions),
    comparisons: derived(shown, `comparisons ${id}`, () => compareProfiles(shop, profile, shown)),
    offer: offered
      ? quoteView(
          inside.map(({ id }) => id),
          shown,
        )
      : null,
  }
}

export type ProfileCardView = Awaited<ReturnType<typeof loadProfile>>

/** All profiles, or those for one purpose, in the order of the specification. */
export async function loadProfiles({ shop, purpose }: { shop: Shop; purpose?: string | null }) {
  const shown = await openShownCatalogue(shop)
  const all = derived(shown, 'all profiles', listedProfiles)
  const purposes = PURPOSES.map((name) => ({
    name,
    count: all.filter(({ purposes }) => purposes.includes(name)).length,
  })).filter(({ count }) => count > 0)
  const chosen = purposes.find(({ name }) => name === purpose)?.name ?? null
  const listed = all.filter(({ purposes }) => chosen === null || purposes.includes(chosen))
  return {
    // Where all have the chosen purpose, the cards need not name it.
    profiles: listed.map(({ view, purposes }) => (chosen === null ? { ...view, purposes } : view)),
    count: all.length,
    purposes,
    chosen,
    /** Those of one purpose between which one chooses, side by side. */
    comparisons: chosen
      ? derived(shown, `comparisons for ${chosen}`, () => {
          const ids = new Set(listed.map(({ view }) => view.id))
          return comparePairs(
            shop,
            shown.profiles.filter(({ id }) => ids.has(id)),
            shown,
          )
        })
      : [],
    visitDay: shown.visitDate && formatDay(shown.visitDate, shop.locale),
  }
}

function listedProfiles(shown: ShownCatalogue) {
  const comparable = comparableIds(shown)
  const codes = new Map(shown.profiles.map(({ id, code }) => [id, code]))
  return profileViews(shown).map((view) => ({
    view: { ...view, isComparable: comparable.has(view.id) },
    purposes: PURPOSES.filter((purpose) => CODES[purpose].includes(codes.get(view.id)!)),
  }))
}
