import { isDeepStrictEqual } from 'node:util'
import type { CartProfile } from '@shop/contract/cart'
import type { CallableRegion, WireLaboratory } from '@shop/contract/laboratories'
import { type Patient, patientFromWire } from '@shop/contract/patients'
import { Problem } from '@shop/contract/problem'
import { todayIn } from '@shop/domain/age'
import { type CalculatedCart, calculateCart } from '@shop/domain/calculate-cart'
import type { Assortment, Cart, CartPatient } from '@shop/domain/cart'
import { comesHome } from '@shop/domain/laboratory'
import { CART_CURRENCY, fromWire, ORDER_CURRENCY } from '@shop/domain/money'
import {
  type CatalogueContents,
  readCallableRegions,
  readCatalogue,
  readLaboratories,
  readProfile,
  readProfiles,
} from '../platform/catalogue/catalogue-cache.server.ts'
import type { CallableRegions } from '../platform/laboratory/callable-regions.ts'
import { changeRecord } from '../platform/records/change-record.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { viewerId } from '../platform/session/viewer.server.ts'
import {
  type CartBody,
  type CartRecords,
  type OrderDraftBody,
  readCartRecords,
  storedCartBody,
  storedDraftBody,
} from './cart-records.server.ts'
import { seenPricesOf } from './seen-prices.ts'

// The open cart: how it is read, how it is changed, and what is calculated from it.

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

/** The caller's cart, ready to be calculated. Throws as `readSurroundings` and `readCartRecords` do. */
export async function openCart(shop: Shop): Promise<OpenCart> {
  const surroundings = await readSurroundings(shop)
  return withCatalogue(surroundings, await readCartRecords(shop, surroundings.owner))
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

const NO_CATALOGUE: CatalogueContents = {
  analyses: [],
  analysesById: new Map(),
  assortment: { currency: CART_CURRENCY, analyses: new Map(), materials: new Map() } satisfies Assortment,
  version: '',
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

export interface CartChange<Result> {
  /** The cart to store; undefined: nothing is written. */
  cart?: Cart | undefined
  /** Keeps the previous cart for one undo. */
  undoable?: boolean
  /** From now on today's prices count as seen. */
  pricesSeen?: boolean
  result: Result
}

/**
 * Changes the caller's cart: reads and writes it, and starts over if another change came in between. Returns the cart
 * as it is now. `change` gets a cart with the user's current patients only, and may throw a `Problem`.
 */
export async function changeCart<Result>(
  shop: Shop,
  change: (open: OpenCart) => CartChange<Result> | Promise<CartChange<Result>>,
): Promise<{ open: OpenCart; result: Result }> {
  return changeOpenCart(shop, 'cart', async (open) => {
    const { body } = open.records.cart
    const known = withCart(open, withoutUnknownPatients(body.cart, open.patients))
    const changed = await change(known)
    const { cart, result } = changed
    const after = cart ? bodyAfter(known, { ...changed, cart }) : body
    const unchanged = isDeepStrictEqual({ ...after, previous: null }, { ...body, previous: null })
    return unchanged
      ? { stored: undefined, body, result }
      : { stored: storedCartBody(after), body: after, result }
  })
}

function withCart(open: OpenCart, cart: Cart): OpenCart {
  const { records } = open
  return {
    ...open,
    records: { ...records, cart: { ...records.cart, body: { ...records.cart.body, cart } } },
  }
}

function bodyAfter(
  open: OpenCart,
  { cart, undoable = false, pricesSeen = false }: CartChange<unknown> & { cart: Cart },
): CartBody {
  const { body } = open.records.cart
  const before = pricesSeen ? null : body.seenPrices
  const { laboratory } = open
  const calculated = calculateOpenCart(withCart(open, cart))
  return {
    ...body,
    cart,
    previous: undoable ? body.cart : null,
    laboratoryId: laboratory?.id ?? body.laboratoryId,
    seenPrices: laboratory ? seenPricesOf(calculated, laboratory.id, before) : body.seenPrices,
  }
}

/** Changes the caller's order draft as `changeCart` changes the cart; returns the cart with the new draft. */
export async function changeOrderDraft(
  shop: Shop,
  change: (draft: OrderDraftBody, open: OpenCart) => OrderDraftBody | Promise<OrderDraftBody>,
): Promise<OpenCart> {
  const { open } = await changeOpenCart(shop, 'draft', async (before) => {
    const body = await change(before.records.draft.body, before)
    return { stored: storedDraftBody(body), body, result: undefined }
  })
  return open
}

type Part = 'cart' | 'draft'

interface PartChange<Name extends Part, Result> {
  /** What is written; undefined: nothing. */
  stored: unknown
  /** The part as it is from now on. */
  body: CartRecords[Name]['body']
  result: Result
}

/** Reads both parts and writes the one, again if another change came in between. */
async function changeOpenCart<Name extends Part, Result>(
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

/** The cart at today's prices and by the rules of the day of the visit. */
export function calculateOpenCart(open: OpenCart): CalculatedCart {
  const { records, patients, laboratory, catalogue } = open
  const region = callRegion(open)
  return calculateCart({
    cart: withoutUnknownPatients(records.cart.body.cart, patients),
    patients,
    assortment: catalogue.assortment,
    onDate: rulesDate(open),
    deliveryPrice: region ? fromWire(region.price) : null,
    // Known before a region is chosen.
    deliveryCurrency: laboratory && comesHome(laboratory) ? ORDER_CURRENCY : undefined,
  })
}

/** The cart without patients the user no longer has: a deleted patient's lines are dropped. */
export function withoutUnknownPatients(cart: Cart, patients: readonly CartPatient[]): Cart {
  const known = new Set(patients.map(({ id }) => id))
  if (Object.keys(cart.analysisIdsByPatientId).every((id) => known.has(id))) return cart
  const ofKnown = <T>(record: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(record).filter(([id]) => known.has(id)))
  return {
    analysisIdsByPatientId: ofKnown(cart.analysisIdsByPatientId),
    materialDecisions: ofKnown(cart.materialDecisions),
    pregnantPatientIds: cart.pregnantPatientIds.filter((id) => known.has(id)),
    ...(cart.profilesByPatientId ? { profilesByPatientId: ofKnown(cart.profilesByPatientId) } : {}),
  }
}

/** The patients of the visit: those with something in the cart. */
export function comingPatients({ patients, records }: OpenCart): Patient[] {
  const { analysisIdsByPatientId } = records.cart.body.cart
  return patients.filter(({ id }) => (analysisIdsByPatientId[id] ?? []).length > 0)
}

/** The date for which ages are computed: the visit's, or else today, in the business time zone. */
export function rulesDate(open: OpenCart): string {
  const { businessTimeZone, now } = open.shop
  const start = visitStart(open)
  return todayIn(businessTimeZone, start ? new Date(start) : now())
}

/** Start of the upcoming visit, RFC 3339; null also if the chosen time has passed. */
export const visitStart = (open: OpenCart) => stillAhead(open, chosenStart(open))

/** A stored time, if it is still ahead. */
export function stillAhead({ shop }: OpenCart, start: string | null): string | null {
  return start !== null && Date.parse(start) >= shop.now().getTime() ? start : null
}

/** Start of the visit chosen at the cart's laboratory, RFC 3339, even if it has passed; null if none is chosen. */
export function chosenStart({ records, laboratory }: OpenCart): string | null {
  if (!laboratory) return null
  const { chosenTime, homeCall } = records.draft.body
  if (comesHome(laboratory)) {
    const { visitDate = '', laboratoryId = laboratory.id } = homeCall ?? {}
    return laboratoryId === laboratory.id ? visitDate || null : null
  }
  return chosenTime?.laboratoryId === laboratory.id ? chosenTime.date : null
}

/** The region of a home visit; undefined at a branch and until one is chosen. */
export function callRegion({ records, regions }: OpenCart): CallableRegion | undefined {
  const { homeCall } = records.draft.body
  return homeCall ? regions?.byId.get(homeCall.callableRegionId) : undefined
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
