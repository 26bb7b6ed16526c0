import { laboratoryFromWire, type WireLaboratory } from '@shop/contract/laboratories'
import { todayIn } from '@shop/domain/age'
import { addDays, weekdayOf } from '@shop/domain/dates'
import { distanceInMiles, roundedKilometres } from '@shop/domain/distance'
import { comesHome, type LaboratoryService } from '@shop/domain/laboratory'
import { plainHours } from '@shop/domain/locale'
import { type OpenState, openState, openTimes } from '@shop/domain/open-state'
import { localMoment, VISIT_HORIZON_DAYS } from '@shop/domain/visit-slots'
import { formatDay } from '@shop/texts/formats.server'
import {
  readCallableRegions,
  readCatalogue,
  readLaboratories,
  readProfiles,
} from '../platform/catalogue/catalogue-cache.server.ts'
import { laboratoryInWords, laboratoryLabel } from '../platform/laboratory/active-laboratory.server.ts'
import type { CallableRegions } from '../platform/laboratory/callable-regions.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pageTexts, textsIn } from '../platform/texts/page-texts.server.ts'
import { nextFreeText, readNextFree } from './next-free.server.ts'

/** A place as a card shows it. */
export interface PlaceView {
  id: string
  /** "Минск, улица Белорусская, 17А", as on its sign; "Home visits, Minsk". */
  label: string
  city: string
  address: string
  comesHome: boolean
  latitude: number
  longitude: number
  /** Whether it is open now; `until` and `opens` are formatted. */
  open: { isOpen: true; until: string } | { isOpen: false; opens: string | null }
  /** "Mon 23 Nov, 7:15"; null if none is free within the horizon or the times are unavailable. */
  nextFree: string | null
}

/** The place's own services, and whether there are home visits in its town. */
export type BranchService = LaboratoryService | 'homeVisits'

export interface BranchView extends PlaceView {
  /** What is said if no time is free. */
  noneFree: string
  /** Monday first; null hours: closed. */
  week: { day: string; hours: string | null; isToday: boolean }[]
  email: string | null
  aboutLink: string | null
  tests: number
  profiles: number
  services: BranchService[]
  /** Other branches within 25 km, nearest first. */
  nearby: { id: string; label: string; kilometres: number; latitude: number; longitude: number }[]
  /** For search engines. */
  structured: Record<string, unknown>
}

const NEARBY_KILOMETRES = 25
const NEARBY_COUNT = 5

/** All places, in the main API's order. */
export async function loadPlaces(shop: Shop): Promise<PlaceView[]> {
  const [laboratories, regions, free] = await Promise.all([
    readLaboratories(shop),
    readCallableRegions(shop),
    readNextFree(shop),
  ])
  return [...laboratories.values()].map((wire) => placeView(shop, wire, { regions, free: free.get(wire.id) }))
}

/** Another place with its distance from the chosen one. */
export type PlaceNearby = PlaceView & { kilometres: number }

const SHOWN_NEARBY = 2
const MORE_NEARBY = 8

/**
 * The chosen place and the branches around it, nearest first: a few shown directly, more when expanded.
 * `home`: home visits in its town.
 */
export async function readPlacesAround(shop: Shop, laboratoryId: number) {
  const places = await loadPlaces(shop)
  const chosen = places.find(({ id }) => id === String(laboratoryId))
  if (!chosen) return null
  const others = places
    .filter(({ id, comesHome }) => id !== chosen.id && !comesHome)
    .map((place) => ({ place, miles: distanceInMiles(chosen, place) }))
    .toSorted((one, another) => one.miles - another.miles)
    .map(({ place, miles }): PlaceNearby => ({ ...place, kilometres: roundedKilometres(miles) }))
  return {
    chosen,
    near: others.slice(0, SHOWN_NEARBY),
    more: others.slice(SHOWN_NEARBY, SHOWN_NEARBY + MORE_NEARBY),
    home: places.find(({ comesHome, city }) => comesHome && city === chosen.city) ?? null,
    nextAtBranch: await nextAtBranch(shop, places, chosen.city),
  }
}

/** The earliest free time at any branch of a town; the previous release does not send it. */
async function nextAtBranch(
  shop: Shop,
  places: readonly PlaceView[],
  town: string,
): Promise<string | null | undefined> {
  const free = await readNextFree(shop)
  const [earliest] = places
    .filter(({ comesHome, city }) => !comesHome && city === town)
    .flatMap(({ id }) => free.get(Number(id)) ?? [])
    .toSorted((one, another) => Date.parse(one) - Date.parse(another))
  return nextFreeText(shop, earliest)
}
export type PlacesAround = NonNullable<Awaited<ReturnType<typeof readPlacesAround>>>

/** One place with everything worth knowing before going there; null if it does not exist. */
export async function loadBranch(shop: Shop, id: string): Promise<BranchView | null> {
  const laboratories = await readLaboratories(shop)
  const wire = /^\d{1,9}$/.test(id) ? laboratories.get(Number(id)) : undefined
  if (!wire) return null
  const [catalogue, profiles, regions, free] = await Promise.all([
    readCatalogue(shop, wire.id),
    readProfiles(shop, wire.id),
    readCallableRegions(shop),
    readNextFree(shop),
  ])
  const place = placeView(shop, wire, { regions })
  const services = servicesOf(wire, [...laboratories.values()])
  return {
    ...place,
    nextFree: nextFreeText(shop, free.get(wire.id), 'day'),
    noneFree: textsIn(shop.locale, shop.env.partner)('laboratories.noneFree', { count: VISIT_HORIZON_DAYS }),
    week: weekView(shop, wire),
    email: wire.email,
    aboutLink: wire.aboutLink,
    tests: catalogue.analyses.length,
    profiles: profiles.size,
    services,
    nearby: nearbyOf(place, [...laboratories.values()]),
    structured: { ...structuredData(place, wire), ...structuredServices(shop, services) },
  }
}

function placeView(
  shop: Shop,
  wire: WireLaboratory,
  { regions, free }: { regions: CallableRegions; free?: string | null | undefined },
): PlaceView {
  const laboratory = laboratoryFromWire(wire)
  const { businessTimeZone: zone, locale } = shop
  const now = localMoment(shop.now().getTime(), zone)
  return {
    id: laboratory.id,
    label: laboratoryInWords(laboratory, shop, regions),
    city: laboratory.cityName,
    address: laboratory.address,
    comesHome: comesHome(laboratory),
    latitude: laboratory.latitude,
    longitude: laboratory.longitude,
    open: openView(openState(wire, now), now.date, locale),
    nextFree: nextFreeText(shop, free),
  }
}

function openView(state: OpenState, today: string, locale: string): PlaceView['open'] {
  if (state.isOpen) return { isOpen: true, until: plainHours(state.until) }
  if (!state.opens) return { isOpen: false, opens: null }
  const { date, time } = state.opens
  const day = date === today ? '' : `${formatDay(date, locale, 'dayShort')}, `
  return { isOpen: false, opens: `${day}${plainHours(time)}` }
}

/** A dash at which no line breaks: after it even a no-break space may. */
const IN_ONE_LINE = '\u00a0–\u2060\u00a0'

function weekView({ businessTimeZone, now, locale }: Shop, wire: WireLaboratory): BranchView['week'] {
  const today = todayIn(businessTimeZone, now())
  const days = Array.from({ length: 7 }, (_, ahead) => addDays(today, ahead))
  const monday = days.findIndex((date) => weekdayOf(date) === 'monday')
  return [...days.slice(monday), ...days.slice(0, monday)].map((date) => {
    const hours = openTimes(wire, date).map(
      ({ open, close }) => `${plainHours(open)}${IN_ONE_LINE}${plainHours(close)}`,
    )
    return {
      day: formatDay(date, locale, 'weekdayLong'),
      hours: hours.join(', ') || null,
      isToday: date === today,
    }
  })
}

function nearbyOf(place: PlaceView, all: readonly WireLaboratory[]): BranchView['nearby'] {
  return all
    .map(laboratoryFromWire)
    .filter((other) => other.id !== place.id && !comesHome(other))
    .map((other) => {
      const { id, latitude, longitude } = other
      const kilometres = roundedKilometres(distanceInMiles(place, { latitude, longitude }))
      return { id, label: laboratoryLabel(other), latitude, longitude, kilometres }
    })
    .filter(({ kilometres }) => kilometres > 0 && kilometres <= NEARBY_KILOMETRES)
    .sort((a, b) => a.kilometres - b.kilometres)
    .slice(0, NEARBY_COUNT)
}

function servicesOf(wire: WireLaboratory, all: readonly WireLaboratory[]): BranchService[] {
  const isVisited =
    !comesHome(wire) && all.some((other) => comesHome(other) && other.address.city === wire.address.city)
  return [...(wire.services ?? []), ...(isVisited ? (['homeVisits'] as const) : [])]
}

/** Access and card payment are not procedures: search engines expect them in other fields. */
function structuredServices(shop: Shop, services: readonly BranchService[]): Record<string, unknown> {
  const { t } = pageTexts(shop.locale, shop.env.partner).texts
  const has = (service: BranchService) => services.includes(service)
  const procedures = services.filter((service) => service !== 'wheelchairAccess' && service !== 'cardPayment')
  return {
    ...(procedures.length > 0 && {
      availableService: procedures.map((service) => ({
        '@type': service === 'homeVisits' ? 'Service' : 'MedicalProcedure',
        name: t(`laboratories.services.${service}`),
      })),
    }),
    ...(has('wheelchairAccess') && {
      amenityFeature: {
        '@type': 'LocationFeatureSpecification',
        name: t('laboratories.services.wheelchairAccess'),
        value: true,
      },
    }),
    ...(has('cardPayment') && { paymentAccepted: 'Credit Card' }),
  }
}

function structuredData(place: PlaceView, wire: WireLaboratory): Record<string, unknown> {
  const hours = Object.entries(wire.openingHours).flatMap(([day, open]) =>
    open
      ? [
          {
            '@type': 'OpeningHoursSpecification',
            dayOfWeek: `https://schema.org/${day[0]!.toUpperCase()}${day.slice(1)}`,
            opens: open.open,
            closes: open.close,
          },
        ]
      : [],
  )
  return {
    '@type': 'MedicalClinic',
    name: place.label,
    address: { '@type': 'PostalAddress', addressLocality: place.city, streetAddress: place.address },
    geo: { '@type': 'GeoCoordinates', latitude: place.latitude, longitude: place.longitude },
    openingHoursSpecification: hours,
  }
}
