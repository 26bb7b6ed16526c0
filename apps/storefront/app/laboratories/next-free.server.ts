import type { Laboratory } from '@shop/contract/laboratories'
import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import { todayIn } from '@shop/domain/age'
import { distanceInMiles } from '@shop/domain/distance'
import { VISIT_HORIZON_DAYS } from '@shop/domain/visit-slots'
import { listLaboratories } from '../platform/laboratory/active-laboratory.server.ts'
import { laboratoryLabel } from '../platform/laboratory/laboratory-label.ts'
import { logApiFailure } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { type DayFormat, formatDay, formatTime } from '../platform/texts/format-dates.server.ts'

/** "Monday 23 November, 7:15"; null when no time is free within the horizon or none can be told just now. */
export async function nextFreeTime(
  shop: Shop,
  laboratoryId: number,
  format?: DayFormat,
): Promise<string | null> {
  const { businessTimeZone: zone, locale } = shop
  const start = await nextFreeStart(shop, laboratoryId)
  if (!start) return null
  return `${formatDay(todayIn(zone, new Date(start)), locale, format)}, ${formatTime(start, locale, zone)}`
}

/** Remembered for a minute; nobody waits for a newer one, least of all while the database stands still. */
async function nextFreeStart(shop: Shop, laboratoryId: number): Promise<string | null> {
  const { nextFree } = shop.memory
  const isFresh = nextFree.has(laboratoryId)
  const known = nextFree.get(laboratoryId)
  if (known && isFresh && !isPast(known.start, shop)) return known.start
  const asked = askNextFree(shop, laboratoryId)
  return known && !isPast(known.start, shop) ? known.start : asked
}

const isPast = (start: string | null, shop: Shop) =>
  start !== null && Date.parse(start) <= shop.now().getTime()

async function askNextFree(shop: Shop, laboratoryId: number): Promise<string | null> {
  const from = todayIn(shop.businessTimeZone, shop.now())
  try {
    const slots = await shop.api.visitSlots({ laboratoryId, from, days: VISIT_HORIZON_DAYS })
    const start = slots.find(({ free }) => free > 0)?.start ?? null
    shop.memory.nextFree.set(laboratoryId, { start })
    return start
  } catch (error) {
    if (!(error instanceof ApiUnreachable || error instanceof ApiProblem)) throw error
    // The page is worth reading without it.
    logApiFailure(shop, error)
    return null
  }
}

export interface FreeTime {
  laboratoryId: string
  label: string
  comesHome: boolean
  /** "Mon 23 Nov, 7:15" */
  at: string
}

/** The next free time at home and at a branch: of the shown place, and of the nearest one of the other kind. */
export async function nextFreeTimes(shop: Shop, shown: Laboratory): Promise<FreeTime[]> {
  const comesHome = ({ callable }: Laboratory) => callable !== undefined
  const others = (await listLaboratories(shop)).filter((one) => comesHome(one) !== comesHome(shown))
  const [nearest] = others.toSorted(
    (one, another) => distanceInMiles(shown, one) - distanceInMiles(shown, another),
  )
  const places = [shown, ...(nearest ? [nearest] : [])].toSorted(
    (one, another) => Number(comesHome(another)) - Number(comesHome(one)),
  )
  const times = await Promise.all(places.map(({ id }) => nextFreeTime(shop, Number(id), 'short')))
  return places.flatMap((place, index) => {
    const at = times[index]
    if (!at) return []
    return [{ laboratoryId: place.id, label: laboratoryLabel(place), comesHome: comesHome(place), at }]
  })
}
