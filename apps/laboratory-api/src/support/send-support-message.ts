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
import { findWithText, MOST_COMPARED } from '../encryption/sealed-words.ts'
import { SUPPORT_COPIES } from '../limits.ts'
import { grantTestsConsent } from '../orders/tests-consent.ts'
import { createReference } from '../reference.ts'
import { openQuestion, sealQuestion } from './sealed-support.ts'
import { supportMessages } from './tables.ts'

/** A message with the same words within this time is a repeat: the reply to the first was lost. */
const SAME_MESSAGE_MS = 10 * 60_000

interface SendSupportMessage {
  message: SupportMessage
  viewer: Viewer | null
  locale: Locale
  clientAddress: string
  requestId: string
}

/**
 * Mails the message to the support and a copy to its sender; returns the reference.
 * @throws Problem `too_many_requests`, `invalid_fields`: consent to show the tests of an order that is not
 * the sender's, `processing_restricted`, `unauthorized`: the session has ended in the meantime
 */
export async function sendSupportMessage(
  context: ApiContext,
  { message, viewer, locale, clientAddress, requestId }: SendSupportMessage,
): Promise<string> {
  const { database, limits, mail, sealing, now } = context
  await limits.consume('supportMessagePerNetwork', networkOf(clientAddress))
  return database.transaction(async (queries) => {
    if (viewer) await holdOwnAccount(queries, viewer)
    // One at a time, so that the second of two concurrent messages sees the first.
    await queries.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${message.email}, 'laboratory.support_message'::regclass::oid::int8))`,
    )
    const sent = await findSame(context, queries, { ...message, userId: viewer?.userId ?? null })
    if (message.letsTests) await grantConsent(context, queries, { message, viewer, requestId })
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
    if (copies < SUPPORT_COPIES.mails) await mail.send(queries, 'support-copy', { supportMessageId })
    return reference
  })
}

/** The same message just sent by the same sender; an account and a guest with its address are different senders. */
async function findSame(
  { sealing, now }: ApiContext,
  queries: Queries,
  { name, email, orderNumber, message, userId }: SupportMessage & { userId: string | null },
): Promise<{ reference: string } | undefined> {
  const recent = await queries
    .select()
    .from(supportMessages)
    .where(
      and(
        eq(supportMessages.name, name),
        eq(supportMessages.email, email),
        userId === null ? isNull(supportMessages.userId) : eq(supportMessages.userId, userId),
        orderNumber === undefined
          ? isNull(supportMessages.orderNumber)
          : eq(supportMessages.orderNumber, orderNumber),
        gt(supportMessages.createdAt, new Date(now().getTime() - SAME_MESSAGE_MS)),
      ),
    )
    .orderBy(desc(supportMessages.createdAt), desc(supportMessages.id))
    .limit(MOST_COMPARED)
  return findWithText(recent, (row) => openQuestion(sealing, queries, row), message)
}

/**
 * A sender cannot consent for an order that is another account's or does not exist: the order number is
 * reported as the error.
 */
async function grantConsent(
  context: ApiContext,
  queries: Queries,
  { message, viewer, requestId }: Pick<SendSupportMessage, 'message' | 'viewer' | 'requestId'>,
): Promise<void> {
  const fault = new Problem('invalid_fields', {
    errors: [{ path: 'orderNumber', message: 'not an order of the account' }],
  })
  if (!viewer || !message.orderNumber) throw fault
  try {
    await grantTestsConsent(context, queries, { viewer, requestId, number: message.orderNumber })
  } catch (error) {
    throw error instanceof Problem && error.code === 'not_found' ? fault : error
  }
}
