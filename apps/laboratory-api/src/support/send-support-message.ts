import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@shop/contract/problem'
import type { SupportMessage } from '@shop/contract/support'
import type { Queries } from '@shop/database/open-database'
import type { Locale } from '@shop/domain/locale'
import { networkOf } from '@shop/server/network-of'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { holdOwnAccount } from '../accounts/lock-account.ts'
import type { Viewer } from '../api.ts'
import type { ApiContext } from '../context.ts'
import { findSaying, MOST_COMPARED } from '../encryption/sealed-words.ts'
import { SUPPORT_COPIES } from '../limits.ts'
import { letTestsOf } from '../orders/tests-consent.ts'
import { createReference } from '../reference.ts'
import { openQuestion, sealQuestion } from './sealed-support.ts'
import { supportMessages } from './tables.ts'

/** The same words again within this time mean the message that was sent: its answer was lost. */
const SAME_MESSAGE_MS = 10 * 60_000

interface SendSupportMessage {
  message: SupportMessage
  viewer: Viewer | null
  locale: Locale
  clientAddress: string
  requestId: string
}

/**
 * Mails the message to the support and a copy to its sender; answers the reference.
 * @throws Problem `too_many_requests`, `invalid_fields`: tests are let of no order of one's own,
 * `processing_restricted`, `unauthorized`: the session has ended meanwhile
 */
export async function sendSupportMessage(
  context: ApiContext,
  { message, viewer, locale, clientAddress, requestId }: SendSupportMessage,
): Promise<string> {
  const { database, limits, mail, sealing, now } = context
  await limits.consume('supportMessagePerNetwork', networkOf(clientAddress))
  return database.transaction(async (queries) => {
    if (viewer) await holdOwnAccount(queries, viewer)
    // One after the other, so that the second of two at once sees the first.
    await queries.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${message.email}, 'laboratory.support_message'::regclass::oid::int8))`,
    )
    const sent = await findSame(context, queries, { ...message, userId: viewer?.userId ?? null })
    if (message.letsTests) await letTests(context, queries, { message, viewer, requestId })
    if (sent) return sent.reference
    const recently = new Date(now().getTime() - SUPPORT_COPIES.seconds * 1000)
    const isOfSender = and(eq(supportMessages.email, message.email), gt(supportMessages.createdAt, recently))
    const copies = await queries.$count(supportMessages, isOfSender)
    const question = await sealQuestion(sealing, queries, randomUUIDv7(), message.message)
    const reference = createReference('S')
    await queries.insert(supportMessages).values({
      ...question,
      reference,
      userId: viewer?.userId ?? null,
      ownerId: viewer?.userId ?? question.id,
      name: message.name,
      email: message.email,
      orderNumber: message.orderNumber ?? null,
      locale,
      createdAt: now(),
    })
    const supportMessageId = question.id
    await mail.send(queries, 'sealed-support-message', { supportMessageId })
    if (copies < SUPPORT_COPIES.letters) await mail.send(queries, 'support-copy', { supportMessageId })
    return reference
  })
}

/** The message of these words that the sender has just sent; who is logged in is no guest with the same address. */
async function findSame(
  { sealing, now }: ApiContext,
  queries: Queries,
  { name, email, message, userId }: SupportMessage & { userId: string | null },
): Promise<{ reference: string } | undefined> {
  const recent = await queries
    .select()
    .from(supportMessages)
    .where(
      and(
        eq(supportMessages.name, name),
        eq(supportMessages.email, email),
        userId === null ? isNull(supportMessages.userId) : eq(supportMessages.userId, userId),
        gt(supportMessages.createdAt, new Date(now().getTime() - SAME_MESSAGE_MS)),
      ),
    )
    .orderBy(desc(supportMessages.createdAt), desc(supportMessages.id))
    .limit(MOST_COMPARED)
  return findSaying(recent, (row) => openQuestion(sealing, queries, row), message)
}

/** Nobody lets the tests of somebody else's order be seen, nor of one that is not there: the number is at fault. */
async function letTests(
  context: ApiContext,
  queries: Queries,
  { message, viewer, requestId }: Pick<SendSupportMessage, 'message' | 'viewer' | 'requestId'>,
): Promise<void> {
  const fault = new Problem('invalid_fields', {
    errors: [{ path: 'orderNumber', message: 'no order of the own account' }],
  })
  if (!viewer || !message.orderNumber) throw fault
  try {
    await letTestsOf(context, queries, { viewer, requestId, number: message.orderNumber })
  } catch (error) {
    throw error instanceof Problem && error.code === 'not_found' ? fault : error
  }
}
