import { Problem } from '@shop/contract/problem'
import type { Context } from 'hono'
import { type ApiEnv, requireViewer } from '../api.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { readOwnOrder, type StoredOrder } from './order-queries.ts'

/** An order read by its owner, recorded in the audit log. @throws Problem unauthorized, not_found */
export async function readForViewer(
  { database }: ApiContext,
  c: Context<ApiEnv>,
  orderId: string,
): Promise<StoredOrder> {
  const { userId } = requireViewer(c)
  const details = await readOwnOrder(database.queries, { userId, orderId })
  if (!details) throw new Problem('not_found')
  const { requestId } = c.var
  await audit(database.queries, {
    requestId,
    userId,
    actor: 'user',
    action: 'read',
    kind: 'order',
    id: orderId,
  })
  return details
}
