import { hash, randomBytes } from 'node:crypto'
import type { Database, Queries } from '@shop/database/open-database'
import { decrypt, encrypt } from '@shop/server/encrypt'
import { and, eq, isNull } from 'drizzle-orm'
import { unreadableValues } from '../metrics.ts'
import { createKey, keyedDigest, keyOfSecret, nameOfSecret } from './cipher.ts'
import { type DataKeyRow, dataKeys, KEY_PURPOSES, type KeyPurpose } from './tables.ts'
import { Unreadable } from './unreadable.ts'

/** How long a process may go on sealing with a key that another one has retired. */
const REFRESH_MS = 60_000
const ID_BYTES = 6

/** A column of sealed values, for resealing. */
export interface SealedField {
  purpose: KeyPurpose
  table: string
  /** The primary key. */
  key: readonly (readonly [column: string, type: 'uuid' | 'text'])[]
  /** The column whose value it is bound to; absent: the primary key. */
  owner?: string
  column: string
  /** What an earlier release wrote in clear text: SQL for the text to seal, and the columns that are then emptied. */
  clear?: {
    text: string
    columns: readonly string[]
    /**
     * The previous release runs beside this one, and reads and writes only the column in clear text. Where the words
     * are sealed, that column has an empty text, which the previous release can show. Its clear text is sealed once
     * that release has had a day to stop, and is looked for from then on.
     */
    isInUse?: boolean
  }
}

/** Encrypts single fields with data keys, which are themselves encrypted with the keys of the settings. */
export interface Sealing {
  /**
   * Binds the value to `owner` (`ownerOf`), so that it opens in no other row.
   * @throws SettingsError when keys were rotated with a secret that the settings of this process lack
   */
  seal(queries: Queries, purpose: KeyPurpose, owner: string, text: string): Promise<string>
  /** @throws Unreadable when it was sealed for another row or purpose, was altered, or its key is lost */
  unseal(queries: Queries, purpose: KeyPurpose, owner: string, sealed: string): Promise<string>
  /** Digests by which content is recognised. The first is the one to store; any of them may be stored already. */
  digests(what: 'receivedReport' | 'refusedReport', content: string): [string, ...string[]]
  /** Registers sealed columns; each area contributes its own. */
  contribute(...fields: readonly SealedField[]): void
  fields(): readonly SealedField[]
  /** Encrypts all data keys with the first secret, and creates a new one for each purpose. */
  rotate(now: Date): Promise<void>
}

/** The settings lack the secret that a stored key needs. */
class KeyMissing extends Error {
  override name = 'SettingsError'
}

const keyMissing = (ids: readonly string[]) =>
  new KeyMissing(`ENCRYPTION_KEYS: none of them opens ${ids.join(', ')}`)

/** What a value is bound to: in most tables the primary key of its row. */
export const ownerOf = (key: readonly string[]): string => key.join(' ')

const boundTo = (purpose: KeyPurpose, owner: string) => `${purpose} ${owner}`

function wrap(secret: string, { id, purpose }: Pick<DataKeyRow, 'id' | 'purpose'>, key: Buffer): string {
  return `${nameOfSecret(secret)}.${encrypt(keyOfSecret(secret), boundTo(purpose, id), key)}`
}

/** The key of a row; null when the settings lack the secret. */
function unwrap(secrets: readonly string[], { id, purpose, wrapped }: DataKeyRow): Buffer | null {
  const [name, content = ''] = wrapped.split('.')
  const secret = secrets.find((one) => nameOfSecret(one) === name)
  return secret ? decrypt(keyOfSecret(secret), boundTo(purpose, id), content) : null
}

function createRow(secret: string, purpose: KeyPurpose, now: Date): DataKeyRow {
  const id = randomBytes(ID_BYTES).toString('base64url')
  const wrapped = wrap(secret, { id, purpose }, createKey())
  return { id, purpose, wrapped, createdAt: now, retiredAt: null, sweptAt: null }
}

/** The keys in the memory of one process. */
function createRing(secrets: readonly string[]) {
  const keys = new Map<string, Buffer>()
  const current = new Map<KeyPurpose, string>()
  let readAt = Number.NEGATIVE_INFINITY

  return {
    /** Reads new keys; returns the ids of those that the secrets do not open. */
    async read(queries: Queries): Promise<string[]> {
      const rows = await queries.select().from(dataKeys)
      const closed: string[] = []
      for (const row of rows) {
        const key = keys.get(row.id) ?? unwrap(secrets, row)
        if (!key) closed.push(row.id)
        else keys.set(row.id, key)
        if (row.retiredAt === null) current.set(row.purpose, row.id)
      }
      readAt = performance.now()
      return closed
    },
    isFresh: () => performance.now() - readAt < REFRESH_MS,
    of: (id: string) => keys.get(id),
    isOpen: (purpose: KeyPurpose) => keys.has(current.get(purpose)!),
    current: (purpose: KeyPurpose): [id: string, key: Buffer] => {
      const id = current.get(purpose)!
      const key = keys.get(id)
      // What is sealed with the retired key instead would be lost when that key is deleted.
      if (!key) throw keyMissing([id])
      return [id, key]
    },
  }
}

/**
 * Opens the data keys and creates missing ones, outside any transaction: a key must not be rolled back while values
 * under it remain. @throws SettingsError when a stored key needs a secret that the settings do not have
 */
export async function openSealing(
  { queries, transaction }: Pick<Database, 'queries' | 'transaction'>,
  { secrets, now }: { secrets: readonly string[]; now: Date },
): Promise<Sealing> {
  const [secret] = secrets
  if (!secret) throw new Error('no key')
  const ring = createRing(secrets)
  const fields: SealedField[] = []
  // Of two processes that start concurrently one inserts, and both read what is stored.
  for (const purpose of KEY_PURPOSES) {
    await queries
      .insert(dataKeys)
      .values(createRow(secret, purpose, now))
      .onConflictDoNothing()
  }
  const closed = await ring.read(queries)
  if (closed.length > 0) throw keyMissing(closed)
  // Initialised at zero: otherwise the first unreadable value would not show as an increase.
  for (const purpose of KEY_PURPOSES) unreadableValues.inc({ purpose }, 0)

  return {
    async seal(querying, purpose, owner, text) {
      if (!ring.isFresh() || !ring.isOpen(purpose)) await ring.read(querying)
      const [id, key] = ring.current(purpose)
      return `${id}.${encrypt(key, boundTo(purpose, owner), Buffer.from(text))}`
    },
    async unseal(querying, purpose, owner, sealed) {
      const [id = '', content = ''] = sealed.split('.')
      // Another process may have created a new key.
      if (!ring.of(id)) await ring.read(querying)
      const key = ring.of(id)
      try {
        if (key) return decrypt(key, boundTo(purpose, owner), content).toString('utf8')
        if (purpose === 'secondFactor') return unsealFormer(secrets, owner, sealed)
        throw new Error('sealed with a key that neither the settings nor the database have')
      } catch (cause) {
        unreadableValues.inc({ purpose })
        throw new Unreadable(`a value of ${purpose} does not open`, { cause })
      }
    },
    // The last one is what earlier releases stored: the given content, itself a hash.
    digests: (what, content) => [
      keyedDigest(secret, what, content),
      ...secrets.slice(1).map((former) => keyedDigest(former, what, content)),
      content,
    ],
    contribute: (...more) => {
      fields.push(...more)
    },
    fields: () => fields,
    async rotate(at) {
      await transaction(async (writing) => {
        const rows = await writing.select().from(dataKeys).for('update')
        for (const row of rows) {
          const wrapped = wrap(secret, row, unwrap(secrets, row)!)
          await writing.update(dataKeys).set({ wrapped }).where(eq(dataKeys.id, row.id))
        }
        for (const purpose of KEY_PURPOSES) {
          const isCurrent = and(eq(dataKeys.purpose, purpose), isNull(dataKeys.retiredAt))
          await writing.update(dataKeys).set({ retiredAt: at }).where(isCurrent)
          await writing.insert(dataKeys).values(createRow(secret, purpose, at))
        }
      })
      await ring.read(queries)
    },
  }
}

/**
 * Opens the secret of an authenticator app as release 0.1.0 sealed it: with the secret of the settings itself, without
 * a data key. It can be removed in the release after next, once a sweep has resealed every secret. @throws Error
 */
function unsealFormer(secrets: readonly string[], userId: string, sealed: string): string {
  const [name, content = ''] = sealed.split('.')
  const secret = secrets.find((one) => nameOfSecret(one) === name)
  if (!secret) throw new Error('sealed with a key that neither the settings nor the database have')
  return decrypt(hash('sha256', `second factor: ${secret}`, 'buffer'), userId, content).toString('utf8')
}
