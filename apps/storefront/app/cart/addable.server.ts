import type { Analysis } from '@shop/contract/catalogue-codec'
import { ApiProblem } from '@shop/contract/main-api-client'
import { toWire, type WireMoney } from '@shop/domain/money'
import { quoteAnalyses } from '@shop/domain/quote'
import { earliestVisitDate, readyDate } from '@shop/domain/ready-date'
import { visitPlanOf } from '@shop/domain/visit-plan'
import { formatDay } from '@shop/texts/formats.server'
import { data, redirect } from 'react-router'
import {
  readAnalysis,
  readCatalogue,
  readLaboratories,
  readProfile,
  readProfiles,
} from '../platform/catalogue/catalogue-cache.server.ts'
import { ID_SEPARATOR, pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pageTexts } from '../platform/texts/page-texts.server.ts'

// What the path of /add-to-cart names: one analysis, several, or a profile.

export interface Addable {
  /** Null for analyses that were not chosen as a profile. */
  profileId: number | null
  name: string
  analysisIds: number[]
}

/** Analyses or a profile about to be added, with the price for one person. */
export interface AddableView extends Addable {
  lines: { key: string; name: string; price: WireMoney; isFee: boolean }[]
  /** Without optional materials; null if the laboratory does not sell all of it. */
  total: WireMoney | null
  /** "Tuesday 24 November" */
  ready: string | null
}

export interface AddablePath {
  addableType: string
  /** An id; for analyses several, separated by `ID_SEPARATOR`. */
  addableId: string
}

/**
 * The analyses or profile in the path, at the active laboratory.
 * @throws data 404 if there are none; a redirect to the rest of several analyses if the laboratory does not offer all
 * of them: an address adds everything that it names, or nothing
 */
export async function requireAddable(
  shop: Shop,
  params: AddablePath,
  { search }: Pick<URL, 'search'>,
): Promise<AddableView> {
  const rest = await restOf(shop, params)
  if (rest) {
    const path = pathOf('addToCart', { addableType: 'analysis', addableId: rest.join(ID_SEPARATOR) })
    throw redirect(`${path}${search}`)
  }
  const addable = await findAddable(shop, params)
  if (!addable) throw data(null, { status: 404 })
  return addable
}

/** Those of several analyses that the active laboratory offers; null if they are none or all. */
async function restOf(shop: Shop, path: AddablePath): Promise<number[] | null> {
  const asked = readPath(path)
  const analysisIds = asked && 'analysisIds' in asked ? asked.analysisIds : []
  const laboratory = analysisIds.length > 1 && (await activeLaboratory(shop))
  if (!laboratory) return null
  const { analysesById } = await readCatalogue(shop, laboratory.id)
  const rest = analysisIds.filter((id) => analysesById.has(id))
  return rest.length > 0 && rest.length < analysisIds.length ? rest : null
}

const activeLaboratory = async (shop: Shop) =>
  (await readLaboratories(shop)).get(Number(shop.activeLaboratoryId))

/** The analyses or profile in the path, at the active laboratory; null if there are none. */
export async function findAddable(shop: Shop, path: AddablePath): Promise<AddableView | null> {
  const asked = readPath(path)
  if (!asked) return null
  const laboratory = await activeLaboratory(shop)
  const named = laboratory && (await namedAt(shop, laboratory.id, asked))
  if (!named) return anywhere(shop, asked)
  const { profileId, name, analyses } = named
  const { assortment } = await readCatalogue(shop, laboratory.id)
  const analysisIds = analyses.map((each) => each.id)
  const quote = quoteAnalyses({ analysisIds, assortment })
  const visit = earliestVisitDate({
    plan: visitPlanOf(laboratory),
    now: shop.now(),
    zone: shop.businessTimeZone,
  })
  const longest = Math.max(...analyses.map(({ turnaroundDays }) => turnaroundDays))
  const fees = quote?.materials.map(({ materialId, name, total }) => ({
    key: `fee-${materialId}`,
    name,
    price: toWire(total),
    isFee: true,
  }))
  const companions = quote?.companions.map(({ id, name, price }) => ({
    key: String(id),
    name,
    price: toWire(price),
    isFee: false,
  }))
  return {
    profileId,
    name,
    analysisIds,
    lines: [...analyses.flatMap(priceLine), ...(companions ?? []), ...(fees ?? [])],
    total: quote && toWire(quote.total),
    ready: visit && formatDay(readyDate(visit, longest, laboratory.closures), shop.locale),
  }
}

type Asked = { profileId: number } | { analysisIds: number[] }

const ID = /^[1-9]\d{0,9}$/
/** No page links to more at once. */
const IDS_AT_MOST = 20

function readPath({ addableType, addableId }: AddablePath): Asked | null {
  const ids = addableId.split(ID_SEPARATOR)
  if (ids.length > IDS_AT_MOST || !ids.every((id) => ID.test(id))) return null
  if (addableType === 'profile') return ids.length === 1 ? { profileId: Number(addableId) } : null
  return addableType === 'analysis' ? { analysisIds: [...new Set(ids.map(Number))] } : null
}

interface Named {
  profileId: number | null
  name: string
  analyses: readonly Analysis[]
}

/** Several are named by their number: what led to them, such as a complaint, is not passed on. */
function nameOf({ locale, env }: Shop, first: Analysis, count: number): string {
  return count === 1 ? first.name : pageTexts(locale, env.partner).texts.t('shell.tests', { count })
}

async function namedAt(shop: Shop, laboratoryId: number, asked: Asked): Promise<Named | null> {
  if ('profileId' in asked) {
    const profile = (await readProfiles(shop, laboratoryId)).get(asked.profileId)
    return profile ? { profileId: profile.id, name: profile.name, analyses: profile.analyses } : null
  }
  const { analysesById } = await readCatalogue(shop, laboratoryId)
  const analyses = asked.analysisIds.flatMap((id) => analysesById.get(id) ?? [])
  if (analyses.length < asked.analysisIds.length) return null
  return { profileId: null, name: nameOf(shop, analyses[0]!, analyses.length), analyses }
}

function priceLine({ id, name, prices }: Analysis): AddableView['lines'] {
  const [first] = prices
  return first
    ? [{ key: String(id), name, price: { price: first.price, currency: first.currency }, isFee: false }]
    : []
}

const NOT_SOLD = { lines: [], total: null, ready: null }

/**
 * What this laboratory does not offer is shown but cannot be added. Of several analyses only the number is shown, so
 * the main API is asked for the first alone.
 */
async function anywhere(shop: Shop, asked: Asked): Promise<AddableView | null> {
  try {
    if ('profileId' in asked) {
      const { id, name, analyses } = await readProfile(shop, asked.profileId)
      return { profileId: id, name, analysisIds: analyses.map((each) => each.id), ...NOT_SOLD }
    }
    const { analysisIds } = asked
    const first = await readAnalysis(shop, analysisIds[0]!)
    return { profileId: null, name: nameOf(shop, first, analysisIds.length), analysisIds, ...NOT_SOLD }
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return null
    throw error
  }
}
