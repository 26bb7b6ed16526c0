import type { Queries } from '@shop/database/open-database'
import { and, eq, isNull } from 'drizzle-orm'
import { laboratoryClientKeys, laboratoryClients, laboratoryClientTokens } from './tables.ts'

/**
 * Ends a key and the tokens issued with it; tokens being issued at that moment are not valid either. False: there
 * is no such key in force.
 */
export async function endClientKey(
  queries: Queries,
  { clientId, kid, now }: { clientId: string; kid: string; now: Date },
): Promise<boolean> {
  const ended = await queries
    .update(laboratoryClientKeys)
    .set({ endedAt: now })
    .where(
      and(
        eq(laboratoryClientKeys.clientId, clientId),
        eq(laboratoryClientKeys.kid, kid),
        isNull(laboratoryClientKeys.endedAt),
      ),
    )
    .returning({ kid: laboratoryClientKeys.kid })
  await queries
    .delete(laboratoryClientTokens)
    .where(and(eq(laboratoryClientTokens.clientId, clientId), eq(laboratoryClientTokens.kid, kid)))
  return ended.length > 0
}

/** Ends a client with its keys and tokens. False: there is no such client in force. */
export async function endClient(queries: Queries, id: string, now: Date): Promise<boolean> {
  const ended = await queries
    .update(laboratoryClients)
    .set({ endedAt: now })
    .where(and(eq(laboratoryClients.id, id), isNull(laboratoryClients.endedAt)))
    .returning({ id: laboratoryClients.id })
  await queries.delete(laboratoryClientTokens).where(eq(laboratoryClientTokens.clientId, id))
  return ended.length > 0
}
