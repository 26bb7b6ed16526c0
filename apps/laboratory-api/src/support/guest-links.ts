import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { GuestThread } from '@shop/contract/support'
import type { Queries } from '@shop/database/open-database'
import { networkOf } from '@shop/server/network-of'
import { and, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import { createToken, hashToken } from '../accounts/secrets.ts'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { isPart, type OwnedKey } from '../owned.ts'
import { daysAfter } from '../retention.ts'
import { showEntry } from './sealed-support.ts'
import { addWords } from './support-threads.ts'
import { supportEntries, supportLinks, supportMessages } from './tables.ts'

/** An answered question is kept for the same time. */
export const GUEST_LINK_DAYS = 30

/** Creates a link for the mail being written; earlier links stay valid until they expire. */
export async function createGuestLink(
  queries: Queries,
  { id: messageId, ownerId }: OwnedKey,
  now: Date,
): Promise<string> {
  const token = createToken()
  await queries.insert(supportLinks).values({
    id: randomUUIDv7(),
    messageId,
    ownerId,
    tokenHash: hashToken(token),
    expiresAt: daysAfter(now, GUEST_LINK_DAYS),
  })
  return token
}

export async function deleteExpiredGuestLinks(queries: Queries, now: Date): Promise<void> {
  await queries.delete(supportLinks).where(lt(supportLinks.expiresAt, now))
}

interface FromGuest {
  token: string
  clientAddress: string
  requestId: string
}

/** The question of a link. @throws Problem `support_link_not_found`: unknown or expired, `too_many_requests` */
async function findThread({ database, limits, now }: ApiContext, { token, clientAddress }: FromGuest) {
  await limits.consume('supportLinkPerNetwork', networkOf(clientAddress))
  const [found] = await database.queries
    .select({
      id: supportMessages.id,
      ownerId: supportMessages.ownerId,
      reference: supportMessages.reference,
    })
    .from(supportLinks)
    .innerJoin(supportMessages, eq(supportMessages.id, supportLinks.messageId))
    .where(
      and(
        eq(supportLinks.tokenHash, hashToken(token)),
        gt(supportLinks.expiresAt, now()),
        // A sender with an account replies there.
        isNull(supportMessages.userId),
      ),
    )
  if (found) return found
  throw new Problem('support_link_not_found')
}

/**
 * The last answer of the support and nothing else: neither the question nor the sender.
 * @throws Problem as `findThread`
 */
export async function readGuestThread(context: ApiContext, guest: FromGuest): Promise<GuestThread> {
  const { queries } = context.database
  const { reference, ...thread } = await findThread(context, guest)
  const [answer] = await queries
    .select()
    .from(supportEntries)
    .where(and(isPart(supportEntries, 'messageId', thread), isNotNull(supportEntries.staffId)))
    .orderBy(desc(supportEntries.serial))
    .limit(1)
  const { requestId } = guest
  await audit(queries, {
    requestId,
    userId: null,
    actor: 'user',
    action: 'read',
    kind: 'supportMessage',
    id: thread.id,
  })
  if (!answer) return { reference, answer: null }
  const text = await showEntry(context.sealing, queries, answer)
  return { reference, answer: { text, at: answer.at.toISOString() } }
}

/** A guest's reply: the question waits for an answer again, even if it was closed. @throws Problem as `findThread` */
export async function replyAsGuest(
  context: ApiContext,
  { text, ...guest }: FromGuest & { text: string },
): Promise<void> {
  const thread = await findThread(context, guest)
  await context.limits.consume('supportReplyPerGuestThread', thread.id)
  await addWords(context, {
    of: thread,
    text,
    by: { requestId: guest.requestId, userId: null },
  })
}
