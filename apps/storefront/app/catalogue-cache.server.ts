import type { CatalogHeader, WireAnalysis, WireAnalysisDetail, WireProfile } from '@shop/contract/catalogue'
import type { Locale } from '@shop/contract/fields'
import type { WireLaboratory } from '@shop/contract/laboratories'
import { ApiProblem, type MainApiClient } from '@shop/contract/main-api-client'
import type { Assortment } from '@shop/domain/cart'
import { assortmentFromWire } from './assortment-from-wire.server.ts'
import { byId } from './by-id.ts'
import type { ShopServices } from './shop-context.server.ts'

/** A copy is trusted this long; then the main API is asked whether it still holds (a 304 costs it nothing). */
const TRUSTED_MS = 2_000
/** Copies kept per process; the least recently used leave first. */
const CAPACITY = 600

/** One answer of the main API, as value, and what was computed from it. */
interface Copy<T> {
  value: T
  etag: string | null
  checkedAt: number
}

/** What one laboratory offers, texts in one language. */
export interface LaboratoryCatalogue {
  analyses: readonly WireAnalysis[]
  analysesById: ReadonlyMap<number, WireAnalysis>
  /** For the calculations of the cart. */
  assortment: Assortment
  /** Changes with the catalogue. */
  version: string
}

/** The part of a request that the cache needs; a `Shop` fits. */
export type CatalogueReader = Pick<ShopServices, 'createApi' | 'logger' | 'now'> & {
  locale: Locale
  requestId?: string
}

type Catalogue = ReturnType<MainApiClient['ifChanged']>

/** How one answer is read, and what is made of it. */
interface Reading<Wire, T> {
  read(catalogue: Catalogue): Promise<{ value: Wire; etag: string | null } | null>
  build(wire: Wire, etag: string | null): T
}

class CopyStore {
  readonly #copies = new Map<string, Copy<unknown>>()
  readonly #pending = new Map<string, Promise<Copy<unknown>>>()

  async get<Wire, T>(shop: CatalogueReader, name: string, reading: Reading<Wire, T>) {
    const key = `${shop.locale} ${name}`
    const copy = this.#copies.get(key)
    if (copy && shop.now().getTime() - copy.checkedAt < TRUSTED_MS) return copy.value as T
    let pending = this.#pending.get(key)
    if (!pending) {
      pending = this.#refresh(shop, key, reading)
      this.#pending.set(key, pending)
      pending.finally(() => this.#pending.delete(key)).catch(() => {})
    }
    return (await pending).value as T
  }

  async #refresh<Wire, T>(
    shop: CatalogueReader,
    key: string,
    { read, build }: Reading<Wire, T>,
  ): Promise<Copy<unknown>> {
    const old = this.#copies.get(key)
    const { locale, requestId } = shop
    const api = shop.createApi({ locale, ...(requestId ? { requestId } : {}) })
    try {
      const fresh = await read(api.ifChanged(old?.etag))
      const checkedAt = shop.now().getTime()
      if (!fresh) return this.#keep(key, { ...old!, checkedAt })
      return this.#keep(key, { value: build(fresh.value, fresh.etag), etag: fresh.etag, checkedAt })
    } catch (error) {
      // An old catalogue is better than none while the main API is away; what it refuses is not served on.
      if (!old || (error instanceof ApiProblem && error.status < 500)) throw error
      shop.logger.warn('catalogue served from an old copy')
      return this.#keep(key, { ...old, checkedAt: shop.now().getTime() })
    }
  }

  #keep(key: string, copy: Copy<unknown>): Copy<unknown> {
    this.#copies.delete(key)
    this.#copies.set(key, copy)
    if (this.#copies.size > CAPACITY) this.#copies.delete(this.#copies.keys().next().value!)
    return copy
  }

  /** The next reader asks the main API, whatever the age. */
  expire(): void {
    for (const copy of this.#copies.values()) copy.checkedAt = Number.NEGATIVE_INFINITY
  }
}

/** One store per composed shop, so that two of them in one process (tests) do not share answers. */
const stores = new WeakMap<ShopServices['createApi'], CopyStore>()

function storeOf({ createApi }: CatalogueReader): CopyStore {
  let store = stores.get(createApi)
  if (!store) {
    store = new CopyStore()
    stores.set(createApi, store)
  }
  return store
}

/** All laboratories. Throws `ApiUnreachable` or `ApiProblem`, as all functions here. */
export function readLaboratories(shop: CatalogueReader): Promise<ReadonlyMap<number, WireLaboratory>> {
  return storeOf(shop).get(shop, 'laboratories', { read: (api) => api.laboratories(), build: byId })
}

export function readCatalogue(shop: CatalogueReader, laboratoryId: number): Promise<LaboratoryCatalogue> {
  return storeOf(shop).get(shop, `analyses ${laboratoryId}`, {
    read: (api) => api.analyses({ laboratoryId }),
    build: (analyses, etag) => ({
      analyses,
      analysesById: byId(analyses),
      assortment: assortmentFromWire(analyses),
      version: etag ?? '',
    }),
  })
}

export function readProfiles(
  shop: CatalogueReader,
  laboratoryId: number,
): Promise<ReadonlyMap<number, WireProfile>> {
  return storeOf(shop).get(shop, `profiles ${laboratoryId}`, {
    read: (api) => api.profiles({ laboratoryId }),
    build: byId,
  })
}

/** One profile as the catalogue knows it anywhere, also one that no laboratory at hand offers. */
export function readProfile(shop: CatalogueReader, id: number): Promise<WireProfile> {
  return storeOf(shop).get(shop, `profile ${id}`, { read: (api) => api.profile(id), build: (wire) => wire })
}

export function readCatalogHeaders(shop: CatalogueReader): Promise<readonly CatalogHeader[]> {
  return storeOf(shop).get(shop, 'headers', { read: (api) => api.catalogHeaders(), build: (wire) => wire })
}

/** One analysis with what it measures; without a laboratory also what no laboratory at hand offers. */
export function readAnalysis(
  shop: CatalogueReader,
  id: number,
  laboratoryId?: number,
): Promise<WireAnalysisDetail> {
  return storeOf(shop).get(shop, `analysis ${id} ${laboratoryId ?? ''}`, {
    read: (api) => api.analysis(id, { laboratoryId }),
    build: (wire) => wire,
  })
}

/** Forgets the age of every copy: called when the main API tells that a price is not the one known here. */
export function recheckCatalogue(shop: CatalogueReader): void {
  storeOf(shop).expire()
}
