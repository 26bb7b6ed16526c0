import type { Queries } from '@shop/database/open-database'
import { and, asc, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import { createToken, hashToken } from '../accounts/secrets.ts'
import { type Permissions, permissionsOfScopes, scopesOf } from './scopes.ts'
import { laboratoryClientKeys, laboratoryClients, laboratoryClientTokens, usedAssertions } from './tables.ts'

/** A caller of the laboratory's interface. */
export interface LaboratoryClient {
  id: string
  permissions: Permissions
  /** The laboratories whose orders it can access; null: all. */
  laboratoryIds: readonly number[] | null
}

/** SMART: five minutes at most. */
export const TOKEN_SECONDS = 300

/** The key with that `kid` and its client's scopes, both in force. */
export async function findClientKey(queries: Queries, { clientId, kid }: { clientId: string; kid: string }) {
  const [found] = await queries
    .select({ jwk: laboratoryClientKeys.jwk, scopes: laboratoryClients.scopes })
    .from(laboratoryClientKeys)
    .innerJoin(laboratoryClients, eq(laboratoryClients.id, laboratoryClientKeys.clientId))
    .where(
      and(
        eq(laboratoryClients.id, clientId),
        eq(laboratoryClientKeys.kid, kid),
        isNull(laboratoryClients.endedAt),
        isNull(laboratoryClientKeys.endedAt),
      ),
    )
  return found ?? null
}

/** Marks an assertion as used; false: it was used before. */
export async function useAssertion(
  queries: Queries,
  { clientId, jti, expiresAt }: { clientId: string; jti: string; expiresAt: Date },
): Promise<boolean> {
  const used = await queries
    .insert(usedAssertions)
    .values({ clientId, jtiHash: hashToken(jti), expiresAt })
    .onConflictDoNothing()
    .returning({ clientId: usedAssertions.clientId })
  return used.length > 0
}

/** Returns a token valid for five minutes, which is not stored anywhere. */
export async function issueClientToken(
  queries: Queries,
  { clientId, kid, permissions, now }: { clientId: string; kid: string; permissions: Permissions; now: Date },
): Promise<string> {
  await queries
    .update(laboratoryClientKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(laboratoryClientKeys.clientId, clientId), eq(laboratoryClientKeys.kid, kid)))
  const token = createToken()
  await queries.insert(laboratoryClientTokens).values({
    tokenHash: hashToken(token),
    clientId,
    kid,
    scopes: scopesOf(permissions),
    expiresAt: new Date(now.getTime() + TOKEN_SECONDS * 1_000),
  })
  return token
}

/** The client of a token; null: unknown or expired, or the client or its key has ended. */
export async function findClientOfToken(
  queries: Queries,
  token: string,
  now: Date,
): Promise<LaboratoryClient | null> {
  const [found] = await queries
    .select({
      id: laboratoryClients.id,
      scopes: laboratoryClientTokens.scopes,
      laboratoryIds: laboratoryClients.laboratoryIds,
    })
    .from(laboratoryClientTokens)
    .innerJoin(laboratoryClients, eq(laboratoryClients.id, laboratoryClientTokens.clientId))
    .innerJoin(
      laboratoryClientKeys,
      and(
        eq(laboratoryClientKeys.clientId, laboratoryClientTokens.clientId),
        eq(laboratoryClientKeys.kid, laboratoryClientTokens.kid),
      ),
    )
    .where(
      and(
        eq(laboratoryClientTokens.tokenHash, hashToken(token)),
        gt(laboratoryClientTokens.expiresAt, now),
        isNull(laboratoryClients.endedAt),
        isNull(laboratoryClientKeys.endedAt),
      ),
    )
  if (!found) return null
  const { scopes, ...client } = found
  return { ...client, permissions: permissionsOfScopes(scopes) }
}

export async function deleteExpiredClientSecrets(queries: Queries, now: Date): Promise<void> {
  await queries.delete(laboratoryClientTokens).where(lt(laboratoryClientTokens.expiresAt, now))
  await queries.delete(usedAssertions).where(lt(usedAssertions.expiresAt, now))
}

/** All clients, past and present, with their keys: those in force first. */
export async function listClients(queries: Queries) {
  const clients = await queries
    .select()
    .from(laboratoryClients)
    .orderBy(isNotNull(laboratoryClients.endedAt), asc(laboratoryClients.id))
  const keys = await queries
    .select()
    .from(laboratoryClientKeys)
    .orderBy(isNotNull(laboratoryClientKeys.endedAt), desc(laboratoryClientKeys.createdAt))
  return clients.map((client) => ({
    ...client,
    keys: keys.filter(({ clientId }) => clientId === client.id).map(({ clientId, ...key }) => key),
  }))
}

/**
 * The client's keys in force, oldest first. Locked with the client: of two concurrent calls that add a third key,
 * the later sees the other's.
 */
export async function lockClientKeys(queries: Queries, clientId: string) {
  const [client] = await queries
    .select()
    .from(laboratoryClients)
    .where(and(eq(laboratoryClients.id, clientId), isNull(laboratoryClients.endedAt)))
    .for('update')
  if (!client) return null
  return queries
    .select({ kid: laboratoryClientKeys.kid })
    .from(laboratoryClientKeys)
    .where(and(eq(laboratoryClientKeys.clientId, clientId), isNull(laboratoryClientKeys.endedAt)))
    .orderBy(asc(laboratoryClientKeys.createdAt))
}
