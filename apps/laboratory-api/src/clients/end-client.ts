import type { Queries } from '@shop/database/open-database'
import { and, eq, isNull } from 'drizzle-orm'
import { laboratoryClientKeys, laboratoryClients, laboratoryClientTokens } from './tables.ts'

/** Ends a key with the tokens it got; those that are being granted are good for nothing either. False: there is none in force. */
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

/** Ends a client with its keys and tokens. False: there is none in force. */
export async function endClient(queries: Queries, id: string, now: Date): Promise<boolean> {
  const ended = await queries
    .update(laboratoryClients)
    .set({ endedAt: now })
    .where(and(eq(laboratoryClients.id, id), isNull(laboratoryClients.endedAt)))
    .returning({ id: laboratoryClients.id })
  await queries.delete(laboratoryClientTokens).where(eq(laboratoryClientTokens.clientId, id))
  return ended.length > 0
}
