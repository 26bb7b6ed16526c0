import type { Analysis } from '@shop/contract/catalogue-codec'
import { todayIn } from '@shop/domain/age'
import type { CalculatedCart } from '@shop/domain/calculate-cart'
import { comesHome } from '@shop/domain/laboratory'
import { toWire, type WireMoney } from '@shop/domain/money'
import { earliestVisitDate, readyDate } from '@shop/domain/ready-date'
import { visitPlanOf } from '@shop/domain/visit-plan'
import { formatDay, formatMoment } from '@shop/texts/formats.server'
import { lowestPrice } from '../platform/laboratory/callable-regions.ts'
import { calculateOpenCart, callRegion, type OpenCart, visitStart } from './open-cart.server.ts'

/** What the side of the cart and of every checkout step shows. */
export interface CartSummary {
  patients: { patientId: string; firstName: string; analysisCount: number; subtotal: WireMoney }[]
  analysisCount: number
  cartTotal: WireMoney
  /** Null at a branch; its price is null until a region is chosen. */
  delivery: {
    regionName: string | null
    price: WireMoney | null
    /** What the nearest place costs, until one is chosen; the release before does not tell. */
    from?: WireMoney | undefined
  } | null
  total: WireMoney
  /** The chosen visit, "Mon 23 Nov, 8:30". */
  visit: string | null
  /** Dates of the first and the last result, for the chosen visit or else the earliest possible one. */
  ready: { first: string; last: string; assumedVisit: string | null } | null
}

export function summarizeCart(open: OpenCart, calculated = calculateOpenCart(open)): CartSummary {
  const { patients, laboratory, shop } = open
  const start = visitStart(open)
  const region = callRegion(open)
  const isCall = laboratory !== undefined && comesHome(laboratory)
  const names = new Map(patients.map(({ id, firstName }) => [id, firstName]))
  return {
    patients: calculated.patients.map(({ patientId, lines, subtotal }) => ({
      patientId,
      firstName: names.get(patientId) ?? '',
      analysisCount: lines.length,
      subtotal: toWire(subtotal),
    })),
    analysisCount: calculated.patients.reduce((count, { lines }) => count + lines.length, 0),
    cartTotal: toWire(calculated.cartTotal),
    delivery: isCall
      ? {
          regionName: region ? region.names[shop.locale] : null,
          price: calculated.deliveryPrice && toWire(calculated.deliveryPrice),
          from: (!calculated.deliveryPrice && open.regions && lowestPrice(open.regions)) || undefined,
        }
      : null,
    total: toWire(calculated.orderTotal),
    visit: start && formatMoment(start, shop),
    ready: readyDates(open, calculated, start),
  }
}

function readyDates(open: OpenCart, calculated: CalculatedCart, start: string | null): CartSummary['ready'] {
  const { laboratory, catalogue, shop } = open
  if (!laboratory) return null
  const zone = shop.businessTimeZone
  const periods = calculated.patients
    .flatMap(({ lines }) => lines.map(({ analysisId }) => catalogue.analysesById.get(analysisId)))
    .filter((analysis): analysis is Analysis => analysis !== undefined)
    .map(({ turnaroundDays }) => turnaroundDays)
  const visit = start
    ? todayIn(zone, new Date(start))
    : earliestVisitDate({ plan: visitPlanOf(laboratory), now: shop.now(), zone })
  if (periods.length === 0 || !visit) return null
  const day = (period: number) => formatDay(readyDate(visit, period, laboratory.closures), shop.locale)
  return {
    first: day(Math.min(...periods)),
    last: day(Math.max(...periods)),
    assumedVisit: start ? null : formatDay(visit, shop.locale),
  }
}
