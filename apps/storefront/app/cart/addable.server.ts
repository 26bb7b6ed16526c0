import type { WireAnalysis } from '@shop/contract/catalogue'
import { ApiProblem } from '@shop/contract/main-api-client'
import { visitPlanOf } from '@shop/domain/laboratory'
import { toWire, type WireMoney } from '@shop/domain/money'
import { quoteAnalyses } from '@shop/domain/quote'
import { earliestVisitDate, readyDate } from '@shop/domain/ready-date'
import {
  readAnalysis,
  readCatalogue,
  readLaboratories,
  readProfile,
  readProfiles,
} from '../platform/catalogue/catalogue-cache.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { formatDay } from '../platform/texts/format-dates.server.ts'

export interface Addable {
  type: 'analysis' | 'profile'
  id: number
  name: string
  analysisIds: number[]
}

/** What is about to be added, with what it costs one person. */
export interface AddableView extends Addable {
  lines: { key: string; name: string; price: WireMoney; isFee: boolean }[]
  /** Without what may be brought; null where the laboratory does not sell it. */
  total: WireMoney | null
  /** "Tuesday 24 November" */
  ready: string | null
}

/** The analysis or profile of the path at the active laboratory; null when there is none such. */
export async function findAddable(
  shop: Shop,
  { addableType, addableId }: { addableType: string; addableId: string },
): Promise<AddableView | null> {
  const id = Number(addableId)
  if (!Number.isSafeInteger(id) || id < 1 || (addableType !== 'analysis' && addableType !== 'profile'))
    return null
  const laboratory = (await readLaboratories(shop)).get(Number(shop.activeLaboratoryId))
  if (!laboratory) return anywhere(shop, addableType, id)
  const { analysesById, assortment } = await readCatalogue(shop, laboratory.id)
  const profile = addableType === 'profile' ? (await readProfiles(shop, laboratory.id)).get(id) : undefined
  const analysis = addableType === 'analysis' ? analysesById.get(id) : undefined
  if (!profile && !analysis) return anywhere(shop, addableType, id)
  const analyses = profile?.labServices ?? [analysis!]
  const analysisIds = analyses.map((each) => each.id)
  const quote = quoteAnalyses({ analysisIds, assortment })
  const visit = earliestVisitDate({
    plan: visitPlanOf(laboratory),
    now: shop.now(),
    zone: shop.businessTimeZone,
  })
  const longest = Math.max(...analyses.map(({ execPeriod }) => execPeriod))
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
    type: addableType,
    id,
    name: (profile ?? analysis!).name,
    analysisIds,
    lines: [...analyses.flatMap(priceLine), ...(companions ?? []), ...(fees ?? [])],
    total: quote && toWire(quote.total),
    ready: visit && formatDay(readyDate(visit, longest, laboratory.closures), shop.locale),
  }
}

function priceLine({ id, name, prices }: WireAnalysis): AddableView['lines'] {
  const [first] = prices
  return first
    ? [{ key: String(id), name, price: { price: first.price, currency: first.currency }, isFee: false }]
    : []
}

/** What this laboratory does not offer is shown, but cannot be added. */
async function anywhere(shop: Shop, type: Addable['type'], id: number): Promise<AddableView | null> {
  try {
    const found = type === 'analysis' ? await readAnalysis(shop, id) : await readProfile(shop, id)
    const analysisIds = 'labServices' in found ? found.labServices.map((inside) => inside.id) : [id]
    return { type, id, name: found.name, analysisIds, lines: [], total: null, ready: null }
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return null
    throw error
  }
}
