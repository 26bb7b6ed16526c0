import type { CartProfile } from '@shop/contract/cart'
import type { Analysis } from '@shop/contract/catalogue-codec'
import { todayIn } from '@shop/domain/age'
import type { CalculatedCart } from '@shop/domain/calculate-cart'
import { comesHome } from '@shop/domain/laboratory'
import { toWire, type WireMoney } from '@shop/domain/money'
import { earliestVisitDate, readyDate } from '@shop/domain/ready-date'
import { visitPlanOf } from '@shop/domain/visit-plan'
import { formatDay, formatMoment } from '@shop/texts/formats.server'
import { readProfile, readProfiles } from '../platform/catalogue/catalogue-cache.server.ts'
import { calculateOpenCart, callRegion, visitStart, withoutUnknownPatients } from './calculate-open-cart.ts'
import { calculatorInput } from './change-cart.server.ts'
import type { OpenCart } from './open-cart.server.ts'

/** What the side of the cart and of every checkout step shows. */
export interface CartSummary {
  patients: { patientId: string; firstName: string; analysisCount: number; subtotal: WireMoney }[]
  analysisCount: number
  cartTotal: WireMoney
  /** Null at a branch; its price is null until a region is chosen. */
  delivery: { regionName: string | null; price: WireMoney | null } | null
  total: WireMoney
  /** The chosen visit, "Mon 23 Nov, 8:30". */
  visit: string | null
  /** Dates of the first and the last result, for the chosen visit or else the earliest possible one. */
  ready: { first: string; last: string; assumedVisit: string | null } | null
}

export function summarizeCart(
  open: OpenCart,
  calculated = calculateOpenCart(calculatorInput(open)),
): CartSummary {
  const { patients, laboratory, regions, records, shop } = open
  const draft = records.draft.body
  const start = visitStart(draft, laboratory, shop.now())
  const region = callRegion({ draft, laboratory, regions })
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

/**
 * Profiles that the cart's analyses were added with, by patient, including those that this laboratory does not offer.
 */
export async function cartProfiles(open: OpenCart): Promise<Record<string, CartProfile[]>> {
  const { profilesByPatientId } = withoutUnknownPatients(open.records.cart.body.cart, open.patients)
  if (!profilesByPatientId) return {}
  const { shop, laboratory } = open
  const offered = laboratory ? await readProfiles(shop, laboratory.id) : new Map<number, { name: string }>()
  const entries = Object.entries(profilesByPatientId).map(async ([patientId, profiles]) => {
    const named = Object.entries(profiles).map(async ([key, analysisIds]) => {
      const id = Number(key)
      const found = offered.get(id) ?? (await readProfile(shop, id).catch(() => null))
      return found ? [{ id, name: found.name, analysisIds: [...analysisIds] }] : []
    })
    return [patientId, (await Promise.all(named)).flat()] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
