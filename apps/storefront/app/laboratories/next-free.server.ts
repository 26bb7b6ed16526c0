import type { Laboratory } from '@shop/contract/laboratories'
import { ApiProblem, ApiUnreachable } from '@shop/contract/main-api-client'
import { distanceInMiles } from '@shop/domain/distance'
import { comesHome } from '@shop/domain/laboratory'
import { type DayFormat, formatMoment } from '@shop/texts/formats.server'
import { readCallableRegions } from '../platform/catalogue/catalogue-cache.server.ts'
import { laboratoryInWords, listLaboratories } from '../platform/laboratory/active-laboratory.server.ts'
import { logApiFailure } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** The next free time by laboratory; null if there is none within the horizon. */
export type NextFree = ReadonlyMap<number, string | null>

/** The next free times of all places: requested together, cached for a minute, and empty if they are unavailable. */
export async function readNextFree(shop: Shop): Promise<NextFree> {
  const { nextFree } = shop.memory
  const isFresh = nextFree.has('all')
  const known = nextFree.get('all')
  if (known && isFresh) return known
  const asked = askNextFree(shop)
  // Known times are used in the meantime, unless one has passed: no request waits for newer ones, least of
  // all while the database is stuck.
  return known && !isOver(known, shop) ? known : asked
}

const isOver = (known: NextFree, shop: Shop) =>
  known.values().some((start) => start !== null && Date.parse(start) <= shop.now().getTime())

async function askNextFree(shop: Shop): Promise<NextFree> {
  try {
    const times = await shop.createApi({ locale: shop.locale }).nextFreeTimes()
    const known = new Map(times.map(({ laboratoryId, start }) => [laboratoryId, start]))
    shop.memory.nextFree.set('all', known)
    return known
  } catch (error) {
    if (!(error instanceof ApiUnreachable || error instanceof ApiProblem)) throw error
    // The page is useful without it.
    logApiFailure(shop, error)
    return new Map()
  }
}

/** "Mon 23 Nov, 7:15"; null if no time is free within the horizon or the times are unavailable. */
export function nextFreeText(
  shop: Shop,
  start: string | null | undefined,
  format?: DayFormat,
): string | null {
  return start ? formatMoment(start, shop, format) : null
}

export interface FreeTime {
  laboratoryId: string
  label: string
  comesHome: boolean
  /** "Mon 23 Nov, 7:15" */
  at: string
}

/** The next free times at home and at a branch: of the shown place, and of the nearest one of the other kind. */
export async function nextFreeTimes(shop: Shop, shown: Laboratory): Promise<FreeTime[]> {
  const [all, known, regions] = await Promise.all([
    listLaboratories(shop),
    readNextFree(shop),
    readCallableRegions(shop),
  ])
  const others = all.filter((one) => comesHome(one) !== comesHome(shown))
  const [nearest] = others.toSorted(
    (one, another) => distanceInMiles(shown, one) - distanceInMiles(shown, another),
  )
  const places = [shown, ...(nearest ? [nearest] : [])].toSorted(
    (one, another) => Number(comesHome(another)) - Number(comesHome(one)),
  )
  return places.flatMap((place) => {
    const at = nextFreeText(shop, known.get(Number(place.id)))
    if (!at) return []
    const label = laboratoryInWords(place, shop, regions)
    return [{ laboratoryId: place.id, label, comesHome: comesHome(place), at }]
  })
}
