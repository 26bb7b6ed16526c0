import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq, isNull } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { verifyStaffPassword } from '../staff/verify-staff-password.ts'
import { laboratoryClientKeys, laboratoryClients, laboratoryClientTokens } from './tables.ts'

/**
 * Ends a client, or with `kid` one of its keys, for a member of staff who gives the own password.
 * @throws Problem `wrong_password`, `too_many_requests`, `not_found`
 */
export async function endAtDesk(
  context: ApiContext,
  { actor, password, id, kid }: { actor: StaffActor; password: string; id: string; kid?: string },
): Promise<void> {
  await verifyStaffPassword(context, { staffId: actor.staffId, password })
  await context.database.transaction(async (queries) => {
    const now = context.now()
    const hasEnded =
      kid === undefined
        ? await endClient(queries, id, now)
        : await endClientKey(queries, { clientId: id, kid, now })
    if (!hasEnded) throw new Problem('not_found')
    await auditStaff(queries, actor, { action: 'delete', kind: 'laboratoryClient', id })
  })
}

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
