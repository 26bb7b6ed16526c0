import type { AnalysisDetail } from '@shop/contract/catalogue-codec'
import { HIDDEN_CATEGORY_IDS } from '@shop/domain/category'
import { comesHome } from '@shop/domain/laboratory'
import { formatDay } from '@shop/texts/formats.server'
import { readAnalysis } from '../platform/catalogue/catalogue-cache.server.ts'
import { laboratoryInWords, listLaboratories } from '../platform/laboratory/active-laboratory.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { textsIn } from '../platform/texts/page-texts.server.ts'
import { childFasts } from './child-fasts.server.ts'
import { measuredValues } from './measured-values.server.ts'
import { profileView } from './profile-view.server.ts'
import { companionRules, personRules, quoteView } from './quote-view.server.ts'
import { searchResult } from './search-result.ts'
import { findEntry, openShownCatalogue, type ShownCatalogue } from './shown-catalogue.server.ts'

const PROFILES_SHOWN = 6

interface LoadAnalysis {
  shop: Shop
  analysisId: string
  /** Key of the group of people whose ranges are wanted. */
  ranges: string | null
}

/** One analysis with everything worth knowing before ordering it. Throws 404 for an unknown one. */
export async function loadAnalysis({ shop, analysisId, ranges }: LoadAnalysis) {
  const shown = await openShownCatalogue(shop)
  const analysis = await findEntry(analysisId, (id) => readAnalysis(shop, id))
  const { id, code, name, synonyms, description, specimen, preparation, turnaroundDays, loinc } = analysis
  searchResult(analysis)
  const readyOn = shown.readyOn(turnaroundDays)
  return {
    id,
    code,
    name,
    synonyms,
    description,
    specimen,
    container: analysis.materials.find(({ kind }) => kind !== 'sampling service')?.name,
    notes: preparation.notes,
    childFasts: childFasts([analysis]),
    loinc,
    days: turnaroundDays,
    // Pages of the release before.
    execPeriod: turnaroundDays,
    readyDay: readyOn && formatDay(readyOn, shop.locale),
    visitDay: shown.visitDate && formatDay(shown.visitDate, shop.locale),
    category: categoryOf(analysis, shown),
    laboratoryLabel: laboratoryInWords(shown.laboratory, shop, shown.regions),
    offer: quoteView([id], shown),
    personRules: personRules([analysis]),
    companionRules: companionRules([analysis]),
    homeCallPossible: analysis.homeCallPossible,
    branchCount: (await listLaboratories(shop)).filter((laboratory) => !comesHome(laboratory)).length,
    measured: measuredValues({
      components: analysis.components,
      wanted: ranges,
      locale: shop.locale,
      t: textsIn(shop.locale, shop.env.partner),
    }),
    profiles: shown.profiles
      .filter(({ analyses }) => analyses.some((inside) => inside.id === id))
      .map((profile) => profileView(profile, shown))
      .filter((view) => view !== null)
      .slice(0, PROFILES_SHOWN),
  }
}
export type AnalysisView = Awaited<ReturnType<typeof loadAnalysis>>

/** The first visible category of an analysis, with its slug. */
function categoryOf({ categories }: AnalysisDetail, shown: ShownCatalogue) {
  const own = categories.find(({ id }) => !HIDDEN_CATEGORY_IDS.includes(id))
  const slug = shown.categories.find(({ id }) => id === own?.id)?.slug
  return own && slug ? { name: own.name, slug } : null
}
