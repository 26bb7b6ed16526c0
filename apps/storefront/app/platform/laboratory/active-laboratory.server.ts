import { type Laboratory, laboratoryFromWire } from '@shop/contract/laboratories'
import { ApiProblem } from '@shop/contract/main-api-client'
import { comesHome } from '@shop/domain/laboratory'
import { readLaboratories, readLaboratory } from '../catalogue/catalogue-cache.server.ts'
import type { Shop } from '../session/shop-context.server.ts'
import { textsIn } from '../texts/page-texts.server.ts'
import type { CallableRegions } from './callable-regions.ts'
import { findByName } from './place-names.ts'

type LaboratoryReader = Pick<
  Shop,
  'createApi' | 'logger' | 'now' | 'memory' | 'locale' | 'activeLaboratoryId'
>

/** All laboratories as the shop shows them, in the order of their ids. */
export async function listLaboratories(shop: LaboratoryReader): Promise<Laboratory[]> {
  const laboratories = await readLaboratories(shop)
  return [...laboratories.values()].sort((a, b) => a.id - b.id).map(laboratoryFromWire)
}

/**
 * The chosen laboratory, read by its own call for the stored id; null when none is chosen, or the chosen one no
 * longer exists.
 */
export async function activeLaboratory(shop: LaboratoryReader): Promise<Laboratory | null> {
  const id = shop.activeLaboratoryId
  if (id === undefined || !/^\d{1,9}$/.test(id)) return null
  try {
    return laboratoryFromWire(await readLaboratory(shop, Number(id)))
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null
    throw error
  }
}

/**
 * The laboratory whose prices a page shows: the chosen one, else the first that comes home, else the first. So the
 * page is complete behind the question for a laboratory, and search engines see prices.
 */
export async function shownLaboratory(shop: LaboratoryReader): Promise<Laboratory | null> {
  const chosen = await activeLaboratory(shop)
  if (chosen) return chosen
  const all = await listLaboratories(shop)
  return all.find(comesHome) ?? all[0] ?? null
}

/**
 * In lists to choose from, as the specification has it: "Вызов, {city}" for a laboratory that comes home,
 * "{city}, {address}" for the others.
 */
export function laboratoryLabel({
  callable,
  cityName,
  address,
}: Pick<Laboratory, 'callable' | 'cityName' | 'address'>): string {
  return callable ? `Вызов, ${cityName}` : `${cityName}, ${address}`
}

/** Everywhere else: home visits and their town in the reader's language, a branch as on its sign. */
export function laboratoryInWords(
  laboratory: Pick<Laboratory, 'callable' | 'cityName' | 'address'>,
  { locale, env }: Pick<Shop, 'locale' | 'env'>,
  regions: CallableRegions | null | undefined,
): string {
  const { callable, cityName } = laboratory
  if (!callable) return laboratoryLabel(laboratory)
  const town = regions && findByName(cityName, regions.byName)
  return textsIn(locale, env.partner)('laboratories.homeVisitsIn', { city: town?.names[locale] ?? cityName })
}
