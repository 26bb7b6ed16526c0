import type { CallableRegion, WireLaboratory } from '@shop/contract/laboratories'
import { todayIn } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import { CALL_STRATEGY, comesHome } from '@shop/domain/laboratory'
import { openingHoursOf } from '@shop/domain/laboratory-calendar'
import { ORDER_CURRENCY, toWire } from '@shop/domain/money'
import type { CatalogueLaboratory, CatalogueRegion } from '../catalogue/catalogue-snapshot.ts'
import { inLanguage } from '../catalogue/localised.ts'
import type { ApiContext } from '../context.ts'

/** For dates of results that are still awaited. */
const CLOSURES_SINCE_DAYS = 60

/** Places keep the spelling of their signs in every language: it is what a visitor looks for and shows a driver. */
export function wireLaboratory(
  { calendar, settings, now }: Pick<ApiContext, 'calendar' | 'settings' | 'now'>,
  laboratory: CatalogueLaboratory,
): WireLaboratory {
  const { week, closures } = calendar.of(laboratory)
  const since = addDays(todayIn(settings.businessTimeZone, now()), -CLOSURES_SINCE_DAYS)
  const { id, city, address, latitude, longitude, type } = laboratory
  return {
    id,
    address: { city: city.ru, address: address.ru, latitude, longitude },
    aboutLink: laboratory.aboutLink,
    email: laboratory.email,
    type,
    assortmentId: laboratory.assortmentId,
    openingHours: openingHoursOf(week),
    services: [...laboratory.services],
    closures: closures
      .filter(({ lastDay }) => lastDay >= since)
      .map(({ firstDay, lastDay, fromTime, toTime }) => ({ firstDay, lastDay, fromTime, toTime })),
    ...(comesHome(laboratory) ? { callable: { strategy: CALL_STRATEGY } } : {}),
  }
}

export function wireRegion({ id, name, price, isOffered }: CatalogueRegion): CallableRegion {
  return {
    id,
    name: name.ru,
    names: {
      en: name.en,
      ru: name.ru,
      pl: inLanguage(name, 'pl'),
      be: inLanguage(name, 'be'),
    },
    price: { price: toWire(price).price, currency: ORDER_CURRENCY },
    isActive: isOffered,
  }
}
