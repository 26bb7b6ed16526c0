import type { WireLaboratory } from '@shop/contract/laboratories'
import { type Patient, patientFromWire } from '@shop/contract/patients'
import { Problem } from '@shop/contract/problem'
import type { Assortment } from '@shop/domain/cart'
import { comesHome } from '@shop/domain/laboratory'
import { CART_CURRENCY } from '@shop/domain/money'
import {
  type CatalogueContents,
  readCallableRegions,
  readCatalogue,
  readLaboratories,
} from '../platform/catalogue/catalogue-cache.server.ts'
import type { CallableRegions } from '../platform/laboratory/callable-regions.ts'
import { changeRecord } from '../platform/records/change-record.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { viewerId } from '../platform/session/viewer.server.ts'
import { type CartRecords, readCartRecords } from './cart-records.server.ts'

/** Everything a cart is calculated from, apart from its records. */
interface CartSurroundings {
  shop: Shop
  owner: string
  /** All patients of the user; that the API returned them proves that the token is valid. */
  patients: Patient[]
  /** The active laboratory; undefined: none is chosen yet. */
  activeLaboratory: WireLaboratory | undefined
}

/** A cart ready to be calculated. */
export interface OpenCart extends CartSurroundings {
  records: CartRecords
  laboratory: WireLaboratory | undefined
  /** Where its nurses go; undefined at a branch. */
  regions: CallableRegions | undefined
  catalogue: CatalogueContents
}

const NO_CATALOGUE: CatalogueContents = {
  analyses: [],
  analysesById: new Map(),
  assortment: { currency: CART_CURRENCY, analyses: new Map(), materials: new Map() } satisfies Assortment,
  version: '',
}

/**
 * Reads the patients and the laboratory named in the request.
 * @throws Problem `unauthorized` for a guest, `unknown_laboratory` if a call names an unknown one
 */
async function readSurroundings(shop: Shop): Promise<CartSurroundings> {
  const [owner, patients, activeLaboratory] = await Promise.all([
    viewerId(shop),
    shop.api.patients(),
    findActiveLaboratory(shop),
  ])
  return { shop, owner, patients: patients.map(patientFromWire), activeLaboratory }
}

async function findActiveLaboratory(shop: Shop): Promise<WireLaboratory | undefined> {
  const id = shop.activeLaboratoryId
  if (id === undefined) return undefined
  const laboratory = (await readLaboratories(shop)).get(Number(id))
  if (laboratory) return laboratory
  // A cookie may outlive the laboratory that it names; one named by a call must exist.
  if (shop.cookies.get('activeLaboratoryId') !== id) throw new Problem('unknown_laboratory')
  shop.activeLaboratoryId = undefined
  shop.cookies.clear('activeLaboratoryId')
  return undefined
}

/** The patients of the visit: those with something in the cart. */
export function comingPatients({ patients, records }: OpenCart): Patient[] {
  const { analysisIdsByPatientId } = records.cart.body.cart
  return patients.filter(({ id }) => (analysisIdsByPatientId[id] ?? []).length > 0)
}

/** The cart's laboratory (the active one, or else that of the last change) and what it offers. */
async function withCatalogue(surroundings: CartSurroundings, records: CartRecords): Promise<OpenCart> {
  const { shop, activeLaboratory } = surroundings
  const remembered = records.cart.body.laboratoryId
  const laboratory =
    activeLaboratory ?? (remembered === null ? undefined : (await readLaboratories(shop)).get(remembered))
  const [catalogue, regions] = await Promise.all([
    laboratory ? readCatalogue(shop, laboratory.id) : NO_CATALOGUE,
    laboratory && comesHome(laboratory) ? readCallableRegions(shop) : undefined,
  ])
  return { ...surroundings, records: withoutLostRegion(records, regions), laboratory, regions, catalogue }
}

/** A home visit to a place that nurses no longer go to is not chosen any more; its address stays for the form. */
function withoutLostRegion(records: CartRecords, regions: CallableRegions | undefined): CartRecords {
  const { body } = records.draft
  const call = body.homeCall
  if (!call || !regions || regions.byId.has(call.callableRegionId)) return records
  const homeCall = { ...call, visitDate: '' }
  return { ...records, draft: { ...records.draft, body: { ...body, homeCall } } }
}

/** The caller's cart, ready to be calculated. Throws as `readSurroundings` and `readCartRecords` do. */
export async function openCart(shop: Shop): Promise<OpenCart> {
  const surroundings = await readSurroundings(shop)
  return withCatalogue(surroundings, await readCartRecords(shop, surroundings.owner))
}

type Part = 'cart' | 'draft'

interface PartChange<Name extends Part, Result> {
  /** What is written; undefined: nothing. */
  stored: unknown
  /** The part as it is from now on. */
  body: CartRecords[Name]['body']
  result: Result
}

/**
 * Changes the caller's cart or order draft: reads both, writes the one, and starts over if another change came in
 * between. Returns the cart as it is now.
 */
export async function changeOpenCart<Name extends Part, Result>(
  shop: Shop,
  part: Name,
  change: (open: OpenCart) => Promise<PartChange<Name, Result>>,
): Promise<{ open: OpenCart; result: Result }> {
  const surroundings = await readSurroundings(shop)
  const { owner } = surroundings
  const { read, version, result } = await changeRecord({
    queries: shop.database.queries,
    owner,
    now: shop.now,
    async read() {
      const records = await readCartRecords(shop, owner)
      return { record: records[part], open: await withCatalogue(surroundings, records) }
    },
    async change({ open }) {
      const changed = await change(open)
      return { body: changed.stored, result: changed }
    },
  })
  const { records } = read.open
  keepCartId(shop, records.cartId)
  const changed = { ...records[part], version, body: result.body }
  return { open: { ...read.open, records: { ...records, [part]: changed } }, result: result.result }
}

/** The browser keeps the id in a cookie; for callers that name the cart in a header the cookie does no harm. */
function keepCartId(shop: Shop, cartId: string): void {
  if (shop.cookies.get('cartStorageId') !== cartId) {
    shop.cookies.set('cartStorageId', cartId)
  }
}
