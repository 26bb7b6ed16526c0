import type { CalculatedCart } from '@shop/domain/calculate-cart'
import type { Assortment, Cart } from '@shop/domain/cart'
import { materialIdsOf } from '@shop/domain/cart-materials'
import type { OrderLineKind } from '@shop/domain/order-line'
import type { SeenPrices } from './cart-records.server.ts'

export interface PriceChange {
  kind: OrderLineKind
  id: number
  name: string
  /** Minor units of the cart's currency. */
  before: number
  now: number
}

/** Today's prices of everything in the cart; those already seen at the same laboratory keep their old price. */
export function seenPricesOf(
  calculated: CalculatedCart,
  laboratoryId: number,
  before: SeenPrices | null,
): SeenPrices {
  const { currency } = calculated
  const kept = before?.laboratoryId === laboratoryId && before.currency === currency ? before : null
  const seen: SeenPrices = { laboratoryId, currency, analyses: {}, materials: {} }
  for (const { lines, materials } of calculated.patients) {
    for (const { analysisId, price } of lines) {
      seen.analyses[analysisId] = kept?.analyses[analysisId] ?? price.amount
    }
    for (const { materialId, unitPrice } of materials) {
      seen.materials[materialId] = kept?.materials[materialId] ?? unitPrice.amount
    }
  }
  return seen
}

/** The seen prices of the lines that stay in the cart: a removed line's price is new when the line is added again. */
export function seenPricesOfRest(
  seen: SeenPrices | null,
  { analysisIdsByPatientId }: Cart,
  { analyses }: Assortment,
): SeenPrices | null {
  const analysisIds = new Set(Object.values(analysisIdsByPatientId).flat())
  if (!seen || analysisIds.size === 0) return null
  const materialIds = new Set(
    [...analysisIds].flatMap((id) => {
      const analysis = analyses.get(id)
      return analysis ? [...materialIdsOf(analysis)] : []
    }),
  )
  return {
    ...seen,
    analyses: pricesOf(seen.analyses, analysisIds),
    materials: pricesOf(seen.materials, materialIds),
  }
}

const pricesOf = (prices: Record<number, number>, ids: ReadonlySet<number>) =>
  Object.fromEntries(Object.entries(prices).filter(([id]) => ids.has(Number(id))))

/** Prices that differ from those seen; prices seen at another laboratory do not count. */
export function priceChanges(
  calculated: CalculatedCart,
  laboratoryId: number | undefined,
  seen: SeenPrices | null,
): PriceChange[] {
  if (!seen || seen.laboratoryId !== laboratoryId || seen.currency !== calculated.currency) return []
  const changes = new Map<string, PriceChange>()
  const compare = (change: Omit<PriceChange, 'before'> & { before: number | undefined }) => {
    const { before, now, kind, id } = change
    if (before !== undefined && before !== now) changes.set(`${kind} ${id}`, { ...change, before })
  }
  for (const { lines, materials } of calculated.patients) {
    for (const { analysisId: id, name, price } of lines) {
      compare({ kind: 'analysis', id, name, before: seen.analyses[id], now: price.amount })
    }
    for (const { materialId: id, name, unitPrice } of materials) {
      compare({ kind: 'material', id, name, before: seen.materials[id], now: unitPrice.amount })
    }
  }
  return [...changes.values()]
}
