import type { Category } from '@shop/contract/catalogue'
import {
  type Analysis,
  type AnalysisDetail,
  analysisFromWire,
  type Profile,
  profileFromWire,
} from '@shop/contract/catalogue-codec'
import type { CallableRegion, WireLaboratory } from '@shop/contract/laboratories'
import { ApiProblem, CallUnknown, type MainApiClient } from '@shop/contract/main-api-client'
import type { Assortment } from '@shop/domain/cart'
import type { Locale } from '@shop/domain/locale'
import { ORDER_CURRENCY } from '@shop/domain/money'
import regionsOfFile from '../../../../../catalogue/callable-regions.json'
import { type CatalogueCopy, cacheReads, createComputed, isRecent } from '../cache/shop-memory.server.ts'
import { type CallableRegions, callableRegions } from '../laboratory/callable-regions.ts'
import type { ShopServices } from '../session/shop-context.server.ts'
import { assortmentFromWire } from './assortment-from-wire.server.ts'

/** A copy is trusted this long; then the main API is asked whether it is still current (a 304 costs it nothing). */
const TRUSTED_MS = 2_000

/** One laboratory's offer, with texts in one language. */
export interface CatalogueContents {
  analyses: readonly Analysis[]
  analysesById: ReadonlyMap<number, Analysis>
  /** For the calculations of the cart. */
  assortment: Assortment
  /** Changes with the catalogue. */
  version: string
}

export interface LaboratoryCatalogue extends CatalogueContents {
  /** Results computed from this copy, kept for as long as it lives. */
  computed: ReturnType<typeof createComputed>
}

/** The part of a request that the cache needs; a `Shop` fits. */
export type CatalogueReader = Pick<ShopServices, 'createApi' | 'logger' | 'now' | 'memory'> & {
  locale: Locale
  requestId?: string
}

type Catalogue = ReturnType<MainApiClient['ifChanged']>

/** How one answer is read, and what is made of it. */
interface Reading<Wire, T> {
  read(catalogue: Catalogue): Promise<{ value: Wire; etag: string | null } | null>
  build(wire: Wire, etag: string | null): T
}

/** Returns what is built from the main API's answer. However many callers need it, it is requested once. */
async function readCopy<Wire, T>(shop: CatalogueReader, name: string, reading: Reading<Wire, T>): Promise<T> {
  const { catalogue, catalogueQuestions: questions } = shop.memory
  const key = `${shop.locale} ${name}`
  const copy = catalogue.get(key)
  const isTrusted = copy !== undefined && isRecent(copy.checkedAt, shop.now(), TRUSTED_MS)
  cacheReads.inc({ cache: 'catalogue', outcome: isTrusted ? 'hit' : 'miss' })
  if (isTrusted) return copy.value as T
  let question = questions.get(key)
  if (!question) {
    question = ask(shop, key, reading).finally(() => questions.delete(key))
    questions.set(key, question)
  }
  return (await question).value as T
}

async function ask<Wire, T>(
  shop: CatalogueReader,
  key: string,
  { read, build }: Reading<Wire, T>,
): Promise<CatalogueCopy> {
  const { locale, requestId, memory } = shop
  const old = memory.catalogue.get(key)
  // The time of the request: an answer that took a while is as old as its request.
  const checkedAt = shop.now().getTime()
  const keep = (copy: Omit<CatalogueCopy, 'checkedAt'>) => {
    const checked = { ...copy, checkedAt }
    memory.catalogue.set(key, checked)
    return checked
  }
  const api = shop.createApi({ locale, ...(requestId ? { requestId } : {}) })
  try {
    const fresh = await read(api.ifChanged(old?.etag))
    return keep(fresh ? { value: build(fresh.value, fresh.etag), etag: fresh.etag } : old!)
  } catch (error) {
    // While the main API is away, an old catalogue is better than none; what it refuses is no longer served.
    if (!old || (error instanceof ApiProblem && error.status < 500)) throw error
    shop.logger.warn('catalogue served from an outdated copy')
    return keep(old)
  }
}

/** All laboratories. Like all functions here it throws `ApiUnreachable` or `ApiProblem`. */
export function readLaboratories(shop: CatalogueReader): Promise<ReadonlyMap<number, WireLaboratory>> {
  return readCopy(shop, 'laboratories', { read: (api) => api.laboratories(), build: byId })
}

/** The places that a nurse visits, with their prices. The browser makes no request for them: pages contain them. */
export function readCallableRegions(shop: CatalogueReader): Promise<CallableRegions> {
  const hasCopy = shop.memory.catalogue.has(`${shop.locale} regions`)
  return readCopy(shop, 'regions', {
    read: (api) =>
      api.callableRegions().catch((error: unknown) => {
        // A list of this release's main API is kept through answers of the previous one.
        if (!(error instanceof CallUnknown) || hasCopy) throw error
        return { value: regionsBefore(), etag: null }
      }),
    build: callableRegions,
  })
}

/** The list that the storefront of the previous release was built with. */
function regionsBefore(): CallableRegion[] {
  return regionsOfFile
    .filter(({ isActive }) => isActive)
    .map(({ id, name, nameEn, namePl, nameBe, price: { price } }) => ({
      id,
      name,
      names: { en: nameEn, ru: name, pl: namePl, be: nameBe },
      price: { price, currency: ORDER_CURRENCY },
      isActive: true,
    }))
}

/** One laboratory's details, from its own call. */
export function readLaboratory(shop: CatalogueReader, id: number): Promise<WireLaboratory> {
  return readCopy(shop, `laboratory ${id}`, { read: (api) => api.laboratory(id), build: (wire) => wire })
}

export function readCatalogue(shop: CatalogueReader, laboratoryId: number): Promise<LaboratoryCatalogue> {
  return readCopy(shop, `analyses ${laboratoryId}`, {
    read: (api) => api.analyses({ laboratoryId }),
    build: (wire, etag) => {
      const analyses = wire.map(analysisFromWire)
      return {
        analyses,
        analysesById: byId(analyses),
        assortment: assortmentFromWire(analyses),
        version: etag ?? '',
        computed: createComputed(),
      }
    },
  })
}

export function readProfiles(
  shop: CatalogueReader,
  laboratoryId: number,
): Promise<ReadonlyMap<number, Profile>> {
  return readCopy(shop, `profiles ${laboratoryId}`, {
    read: (api) => api.profiles({ laboratoryId }),
    build: (wire) => byId(wire.map(profileFromWire)),
  })
}

/** One profile as the catalogue knows it, even if none of the shop's laboratories offers it. */
export function readProfile(shop: CatalogueReader, id: number): Promise<Profile> {
  return readCopy(shop, `profile ${id}`, { read: (api) => api.profile(id), build: profileFromWire })
}

export function readCategories(shop: CatalogueReader): Promise<readonly Category[]> {
  return readCopy(shop, 'categories', { read: (api) => api.categories(), build: (wire) => wire })
}

/**
 * One analysis with its components; without a laboratory it is found even if none of the shop's laboratories offers
 * it.
 */
export function readAnalysis(
  shop: CatalogueReader,
  id: number,
  laboratoryId?: number,
): Promise<AnalysisDetail> {
  return readCopy(shop, `analysis ${id} ${laboratoryId ?? ''}`, {
    read: (api) => api.analysis(id, { laboratoryId }),
    build: analysisFromWire,
  })
}

/** Makes every copy count as old. Called when the main API reports another price than the one known here. */
export function recheckCatalogue(shop: CatalogueReader): void {
  for (const copy of shop.memory.catalogue.values()) copy.checkedAt = Number.NEGATIVE_INFINITY
}

/** The list as a map, in its order. */
function byId<T extends { id: number }>(list: readonly T[]): ReadonlyMap<number, T> {
  return new Map(list.map((item) => [item.id, item]))
}
