import { createHash } from 'node:crypto'
import { networkOf } from '@shop/server/network-of'
import { and, count, eq, lt } from 'drizzle-orm'
import { areForms, FORM_DRAFTS, records } from '../records/tables.server.ts'
import type { Shop } from '../session/shop-context.server.ts'
import { viewerId } from '../session/viewer.server.ts'
import { FORM_OWNER, KEPT, LEFT } from './form-draft.ts'
import { sentForm, withoutSecrets } from './read-form.server.ts'
import { openForm, sealForm } from './seal-form.server.ts'

export const FORM_DRAFT_LIFETIME_MS = 60 * 60_000
/** Leaves room for the longest text (5,000 characters), even if each of them is escaped. */
const LONGEST = 12_000
/** Anyone can write them without logging in, so their number is bounded. */
const CAPACITY = 2_000
/** How many new ones a process keeps from one network in an hour, so that no single one takes all the room. */
export const KEPT_PER_NETWORK = 60
const OWNER = /^[\w-]{43}$/

/**
 * The value of a form's hidden owner field. A form that is sent after its session has ended is kept under it, and
 * only the same user finds it after the login. It reveals nothing about the user: the id cannot be guessed from it.
 */
export function formOwnerOf(userId: string): string {
  return createHash('sha256').update(`form draft of ${userId}`).digest('base64url')
}

interface StoredForm {
  sealed: string
}

function keyOf(shop: Shop, owner: string) {
  const collection = `/storage/${shop.env.partner}${FORM_DRAFTS}`
  return { collection, key: `${collection}/${owner}` }
}

/** Counts one more from this request's network. */
function countKept({ memory, clientAddress }: Shop): boolean {
  const network = networkOf(clientAddress)
  const kept = memory.keptForms.get(network) ?? 0
  if (kept >= KEPT_PER_NETWORK) return false
  // An hour from the first.
  memory.keptForms.set(network, kept + 1, { noUpdateTTL: true })
  return true
}

/** Keeps a form's texts for an hour, one form per user; returns whether they could be kept. */
async function keepForm(shop: Shop, pathname: string, texts: Record<string, string>): Promise<boolean> {
  const owner = texts[FORM_OWNER] ?? ''
  const { [FORM_OWNER]: _, ...kept } = withoutSecrets(texts)
  const form = { pathname, texts: kept }
  if (!OWNER.test(owner) || JSON.stringify(form).length > LONGEST) return false
  const { queries } = shop.database
  const { collection, key } = keyOf(shop, owner)
  const body = { sealed: sealForm(shop.ownSecrets, key, form) }
  const now = shop.now()
  const old = new Date(now.getTime() - FORM_DRAFT_LIFETIME_MS)
  await queries
    .delete(records)
    .where(and(areForms, eq(records.collection, collection), lt(records.updatedAt, old)))
  // It takes no further room.
  const replaced = await queries
    .update(records)
    .set({ body, updatedAt: now })
    .where(eq(records.key, key))
    .returning({ key: records.key })
  if (replaced.length > 0) return true
  const [held] = await queries
    .select({ number: count() })
    .from(records)
    .where(and(areForms, eq(records.collection, collection)))
  if ((held?.number ?? 0) >= CAPACITY || !countKept(shop)) return false
  await queries
    .insert(records)
    .values({ key, collection, owner, version: 1, body, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: records.key, set: { body, updatedAt: now } })
  return true
}

/**
 * The path that leads back to a form from another page. If the form names its owner, its texts are kept in the
 * meantime, without the query of its address.
 */
export async function pathOfKeptForm(shop: Shop, address: string, form: Record<string, string>) {
  const { pathname, search, searchParams } = new URL(address, 'http://shop.invalid')
  if (!(await keepForm(shop, pathname, form))) return `${pathname}${search}`
  searchParams.set(KEPT, LEFT)
  return `${pathname}?${searchParams}`
}

/**
 * The path to the login page, or with `LEFT` to the page that asks for a proof of identity, and from there back to the
 * form. If the form names its owner, its texts are kept.
 */
export async function keepFormForLogin(
  shop: Shop,
  loginPath: string,
  form: Record<string, string>,
  kept: '1' | typeof LEFT = '1',
) {
  const login = new URL(loginPath, 'http://shop.invalid')
  const back = new URL(login.searchParams.get('pathnameToReturn') ?? '/', login)
  if (await keepForm(shop, back.pathname, form)) {
    back.searchParams.set(KEPT, kept)
    login.searchParams.set('pathnameToReturn', `${back.pathname}${back.search}`)
  }
  return `${login.pathname}${login.search}`
}

/** What the viewer had typed on this page when the session ended; undefined if nothing was kept. */
export async function keptForm(
  shop: Shop,
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
): Promise<Record<string, string> | undefined> {
  if (!searchParams.has(KEPT)) return undefined
  const { key } = keyOf(shop, formOwnerOf(await viewerId(shop)))
  const [found] = await shop.database.queries.select().from(records).where(eq(records.key, key))
  if (!found || found.updatedAt.getTime() <= shop.now().getTime() - FORM_DRAFT_LIFETIME_MS) return undefined
  const form = openForm(shop.ownSecrets, key, (found.body as StoredForm).sealed)
  return form?.pathname === pathname ? form.texts : undefined
}

/** Forgets what was kept of the request's form, now that it has been saved. */
export async function forgetForm(shop: Shop): Promise<void> {
  if (!sentForm(shop)?.isKept) return
  const { key } = keyOf(shop, formOwnerOf(await viewerId(shop)))
  await shop.database.queries.delete(records).where(eq(records.key, key))
}
