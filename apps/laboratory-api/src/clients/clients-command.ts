import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { clientIdSchema } from '@shop/contract/laboratory-clients'
import type { Queries } from '@shop/database/open-database'
import { inArray } from 'drizzle-orm'
import { laboratories } from '../catalogue/tables.ts'
import { type CommandDatabase, type CommandLine, openForCommand } from '../open-for-command.ts'
import { listClients, lockClientKeys } from './client-queries.ts'
import { endClient, endClientKey } from './end-client.ts'
import { type ClientKey, readPublicKey } from './read-public-key.ts'
import { ALL_PERMISSIONS, permissionsOfScopes, scopesOf } from './scopes.ts'
import { laboratoryClientKeys, laboratoryClients } from './tables.ts'

const USAGE = `Usage: npm run laboratory:clients -- list
       npm run laboratory:clients -- create <id> <name> --laboratories <1,2|all> --key <file> --scopes "system/…"
       npm run laboratory:clients -- add-key <id> <file>
       npm run laboratory:clients -- end-key <id> <kid>
       npm run laboratory:clients -- end <id>
A file holds a public key, as PEM or JWK (RSA of at least 3072 bits, or P-384).`

/** Enough to put the next key in place before the last one is ended. */
const KEYS_AT_A_TIME = 2

/** A message that the operator gets instead of a result. */
class Complaint extends Error {
  override name = 'Complaint'
}

/**
 * Registers a laboratory's system, renews its keys or ends it, for those who operate the shop. On PostgreSQL it
 * runs beside the running shop; the embedded database can be opened only while the shop is stopped. Returns the
 * exit code: 0 done, 1 refused, 2 wrong usage.
 */
export async function runClientsCommand({
  args,
  print,
  ...place
}: CommandLine & CommandDatabase): Promise<number> {
  const database = await openForCommand(place)
  try {
    return await database.transaction((queries) => changeClients(queries, { args, print }))
  } finally {
    await database.close()
  }
}

/** As `runClientsCommand`, in an open transaction. */
export async function changeClients(queries: Queries, { args, print }: CommandLine): Promise<number> {
  try {
    const done = await dispatch(queries, args)
    for (const line of done ?? [USAGE]) print(line)
    return done ? 0 : 2
  } catch (error) {
    if (error instanceof Complaint) print(error.message)
    else if (error instanceof TypeError && 'code' in error) print(USAGE)
    else throw error
    return error instanceof Complaint ? 1 : 2
  }
}

/** The lines to print; null: wrong usage. */
async function dispatch(queries: Queries, args: readonly string[]): Promise<string[] | null> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { laboratories: { type: 'string' }, key: { type: 'string' }, scopes: { type: 'string' } },
  })
  const [verb, id = '', third] = positionals
  const { laboratories: places, key, scopes } = values
  if (verb === 'list' && positionals.length === 1) return linesOf(await listClients(queries))
  if (verb === 'create' && third && places && key && scopes && positionals.length === 3) {
    return createClient(queries, { id, name: third, places, keyFile: key, scopes })
  }
  if (verb === 'add-key' && third && positionals.length === 3) return addKey(queries, id, third)
  if (verb === 'end-key' && third && positionals.length === 3) {
    const isEnded = await endClientKey(queries, { clientId: id, kid: third, now: new Date() })
    if (!isEnded) throw new Complaint(`${id}: no such key in force`)
    return [`The key ${third} of ${id} has ended, with the tokens issued for it.`]
  }
  if (verb === 'end' && id && positionals.length === 2) {
    if (!(await endClient(queries, id, new Date()))) throw new Complaint(`${id}: no such client in force`)
    return [`Client ${id} has ended, with its keys and tokens.`]
  }
  return null
}

const linesOf = (clients: Awaited<ReturnType<typeof listClients>>): string[] =>
  clients.length === 0
    ? ['No clients.']
    : clients.map(({ id, name, laboratoryIds, scopes, endedAt, keys }) => {
        const inForce = keys.filter((key) => key.endedAt === null).map(({ kid }) => kid)
        const state = endedAt
          ? `ended ${endedAt.toISOString()}`
          : `keys: ${inForce.toReversed().join(', ') || 'none'}`
        const places = laboratoryIds?.join(',') ?? 'all'
        return `${id}  ${name}  laboratories: ${places}  ${state}  ${scopes.join(' ')}`
      })

async function createClient(
  queries: Queries,
  { id, name, places, keyFile, scopes }: Record<'id' | 'name' | 'places' | 'keyFile' | 'scopes', string>,
): Promise<string[]> {
  if (!clientIdSchema.safeParse(id).success)
    throw new Complaint('<id>: 3 to 63 of a-z, 0-9 and -, not beginning with -')
  const laboratoryIds = await readLaboratories(queries, places)
  const permissions = permissionsOfScopes(scopes.split(' '))
  if (permissions.size === 0) {
    throw new Complaint(`--scopes: some of ${scopesOf(ALL_PERMISSIONS).join(' ')}`)
  }
  const key = await readKeyFile(keyFile)
  const [made] = await queries
    .insert(laboratoryClients)
    .values({ id, name, scopes: scopesOf(permissions), laboratoryIds, createdAt: new Date() })
    .onConflictDoNothing()
    .returning()
  if (!made) throw new Complaint(`${id}: there is or was a client with this id`)
  await insertKey(queries, id, key)
  return [`Client ${id} may log in with the key ${key.kid}.`, `Its scopes: ${made.scopes.join(' ')}`]
}

async function readLaboratories(queries: Queries, places: string): Promise<number[] | null> {
  if (places === 'all') return null
  const ids = [...new Set(places.split(',').map(Number))]
  if (!ids.every((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31)) {
    throw new Complaint('--laboratories: ids separated by commas, or all')
  }
  const known = await queries
    .select({ id: laboratories.id })
    .from(laboratories)
    .where(inArray(laboratories.id, ids))
  const unknown = ids.filter((id) => !known.some((laboratory) => laboratory.id === id))
  if (unknown.length > 0) throw new Complaint(`--laboratories: there is no ${unknown.join(', ')}`)
  return ids
}

async function addKey(queries: Queries, id: string, file: string): Promise<string[]> {
  const keys = await lockClientKeys(queries, id)
  if (!keys) throw new Complaint(`${id}: no such client in force`)
  if (keys.length >= KEYS_AT_A_TIME) {
    throw new Complaint(`${id} has two keys: end one first (${keys.map(({ kid }) => kid).join(', ')})`)
  }
  const key = await readKeyFile(file)
  await insertKey(queries, id, key)
  return [`Client ${id} may now also log in with the key ${key.kid}.`]
}

async function insertKey(queries: Queries, clientId: string, { kid, jwk }: ClientKey): Promise<void> {
  const inserted = await queries
    .insert(laboratoryClientKeys)
    .values({ clientId, kid, jwk, createdAt: new Date() })
    .onConflictDoNothing()
    .returning({ kid: laboratoryClientKeys.kid })
  if (inserted.length === 0) throw new Complaint(`${kid}: the client has or had a key with this kid`)
}

async function readKeyFile(file: string): Promise<ClientKey> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Complaint(`${file}: cannot be read`)
  })
  const key = await readPublicKey(text)
  if ('complaint' in key) throw new Complaint(`${file}: ${key.complaint}`)
  return key
}
