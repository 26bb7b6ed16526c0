import type { CatalogHeader, WireAnalysis, WireAnalysisDetail, WireProfile } from '@shop/contract/catalogue'
import type { WireLaboratory } from '@shop/contract/laboratories'
import { ApiProblem, type MainApiClient } from '@shop/contract/main-api-client'
import type { Assortment } from '@shop/domain/cart'
import type { Locale } from '@shop/domain/locale'
import { cacheReads } from '@shop/server/metrics'
import { type CatalogueCopy, createComputed, isStillSo } from '../cache/shop-memory.server.ts'
import type { ShopServices } from '../session/shop-context.server.ts'
import { assortmentFromWire } from './assortment-from-wire.server.ts'

/** A copy is trusted this long; then the main API is asked whether it still holds (a 304 costs it nothing). */
const TRUSTED_MS = 2_000

/** What one laboratory offers, texts in one language. */
export interface CatalogueContents {
  analyses: readonly WireAnalysis[]
  analysesById: ReadonlyMap<number, WireAnalysis>
  /** For the calculations of the cart. */
  assortment: Assortment
  /** Changes with the catalogue. */
  version: string
}

export interface LaboratoryCatalogue extends CatalogueContents {
  /** What was computed from all of it, for as long as this copy lives. */
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

/** What the main API answers to a reading, and what is made of it; asked once however many want it. */
async function readCopy<Wire, T>(shop: CatalogueReader, name: string, reading: Reading<Wire, T>): Promise<T> {
  const { catalogue, catalogueQuestions: questions } = shop.memory
  const key = `${shop.locale} ${name}`
  const copy = catalogue.get(key)
  const isTrusted = copy !== undefined && isStillSo(copy.checkedAt, shop.now(), TRUSTED_MS)
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
  // Of the question: an answer that took its time is as old as that.
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
    // An old catalogue is better than none while the main API is away; what it refuses is not served on.
    if (!old || (error instanceof ApiProblem && error.status < 500)) throw error
    shop.logger.warn('catalogue served from an old copy')
    return keep(old)
  }
}

/** All laboratories. Throws `ApiUnreachable` or `ApiProblem`, as all functions here. */
export function readLaboratories(shop: CatalogueReader): Promise<ReadonlyMap<number, WireLaboratory>> {
  return readCopy(shop, 'laboratories', { read: (api) => api.laboratories(), build: byId })
}

/** What is known of one laboratory, by its own call. */
export function readLaboratory(shop: CatalogueReader, id: number): Promise<WireLaboratory> {
  return readCopy(shop, `laboratory ${id}`, { read: (api) => api.laboratory(id), build: (wire) => wire })
}

export function readCatalogue(shop: CatalogueReader, laboratoryId: number): Promise<LaboratoryCatalogue> {
  return readCopy(shop, `analyses ${laboratoryId}`, {
    read: (api) => api.analyses({ laboratoryId }),
    build: (analyses, etag) => ({
      analyses,
      analysesById: byId(analyses),
      assortment: assortmentFromWire(analyses),
      version: etag ?? '',
      computed: createComputed(),
    }),
  })
}

export function readProfiles(
  shop: CatalogueReader,
  laboratoryId: number,
): Promise<ReadonlyMap<number, WireProfile>> {
  return readCopy(shop, `profiles ${laboratoryId}`, {
    read: (api) => api.profiles({ laboratoryId }),
    build: byId,
  })
}

/** One profile as the catalogue knows it anywhere, also one that no laboratory at hand offers. */
export function readProfile(shop: CatalogueReader, id: number): Promise<WireProfile> {
  return readCopy(shop, `profile ${id}`, { read: (api) => api.profile(id), build: (wire) => wire })
}

export function readCatalogHeaders(shop: CatalogueReader): Promise<readonly CatalogHeader[]> {
  return readCopy(shop, 'headers', { read: (api) => api.catalogHeaders(), build: (wire) => wire })
}

/** One analysis with what it measures; without a laboratory also what no laboratory at hand offers. */
export function readAnalysis(
  shop: CatalogueReader,
  id: number,
  laboratoryId?: number,
): Promise<WireAnalysisDetail> {
  return readCopy(shop, `analysis ${id} ${laboratoryId ?? ''}`, {
    read: (api) => api.analysis(id, { laboratoryId }),
    build: (wire) => wire,
  })
}

/** Forgets the age of every copy: called when the main API tells that a price is not the one known here. */
export function recheckCatalogue(shop: CatalogueReader): void {
  for (const copy of shop.memory.catalogue.values()) copy.checkedAt = Number.NEGATIVE_INFINITY
}

/** The list as a map, in its order. */
export function byId<T extends { id: number }>(list: readonly T[]): ReadonlyMap<number, T> {
  return new Map(list.map((item) => [item.id, item]))
}
