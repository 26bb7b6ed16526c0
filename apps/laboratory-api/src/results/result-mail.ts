import { shopLink } from '@shop/contract/page-links'
import { FINAL_STATUSES } from '@shop/domain/results'
import { and, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { findUser } from '../accounts/user-queries.ts'
import type { ApiContext } from '../context.ts'
import type { MailMessage } from '../mail/message.ts'
import { orders } from '../orders/tables.ts'
import { textsIn } from '../texts.ts'
import { lastDue, RESULT_READY, RESULT_WITHDRAWN } from './announce-result.ts'
import { analysisResults, testResults } from './tables.ts'

type ResultData = { testResultId: string }
/** Jobs of the previous release do not say when they are due. */
type ReadyData = ResultData & { queuedFor?: number }

/**
 * The mails "a result is ready" and "a result was taken back": they say that there is something, and whether it is
 * urgent, but not what.
 */
export function defineResultMails(context: ApiContext): void {
  context.mail.template<ReadyData>(RESULT_READY, (data, { now }) => resultReadyMail(context, data, now))
  context.mail.template<ResultData>(RESULT_WITHDRAWN, ({ testResultId }) =>
    resultWithdrawnMail(context, testResultId),
  )
}

/**
 * The result with what a mail says of it, if any of its matching analyses has not been read in its current form;
 * null otherwise, and once the account is gone.
 */
async function findUnread(
  { database: { queries } }: ApiContext,
  testResultId: string,
  fits: SQL | undefined,
) {
  const [found] = await queries
    .select({
      userId: testResults.userId,
      orderNumber: orders.number,
      announcedAt: testResults.announcedAt,
      hasCritical: sql<boolean>`bool_or(${analysisResults.hasCritical})`,
    })
    .from(testResults)
    .innerJoin(orders, eq(orders.id, testResults.orderId))
    .innerJoin(analysisResults, eq(analysisResults.testResultId, testResults.id))
    .where(
      and(
        eq(testResults.id, testResultId),
        fits,
        isNull(analysisResults.heldSince),
        or(isNull(analysisResults.readAt), lt(analysisResults.readAt, analysisResults.changedAt)),
      ),
    )
    .groupBy(testResults.userId, testResults.announcedAt, orders.number)
  const user = found?.userId ? await findUser(queries, found.userId) : null
  if (!found || !user) return null
  const { locale, firstName, lastName, email } = user
  return {
    ...found,
    t: textsIn(locale),
    reader: { to: { address: email, name: `${firstName} ${lastName}` }, locale, firstName },
  }
}

const isFinal = inArray(analysisResults.status, [...FINAL_STATUSES])

/**
 * Null once everything has been read, nothing final is left, or the account is gone; and if a later one is due too, as
 * after an outage of the mail server: it says the same.
 */
async function resultReadyMail(
  context: ApiContext,
  { testResultId, queuedFor }: ReadyData,
  now: Date,
): Promise<MailMessage | null> {
  const found = await findUnread(context, testResultId, and(isFinal, gt(analysisResults.valueCount, 0)))
  if (!found) return null
  if (queuedFor && found.announcedAt && queuedFor < lastDue(found.announcedAt, now)) return null
  const { settings, partner } = context
  const { t, reader } = found
  return {
    ...reader,
    subject: t('mails:result.subject'),
    heading: t('mails:result.subject'),
    blocks: [
      // What cannot wait comes first; beside the subject stands the paragraph all the same.
      ...(found.hasCritical
        ? [
            {
              kind: 'alarm',
              text: t('mails:result.critical'),
              label: t('shell.laboratory'),
              phone: partner.phone,
            } as const,
          ]
        : []),
      { kind: 'paragraph', text: t('mails:result.intro', { number: found.orderNumber }) },
      { kind: 'button', label: t('mails:result.button'), url: pageOf(settings, testResultId) },
      { kind: 'small', text: t('mails:result.privacy') },
    ],
  }
}

/** Null once the reader has seen that it was taken back, it is final again, or the account is gone. */
async function resultWithdrawnMail(context: ApiContext, testResultId: string): Promise<MailMessage | null> {
  const withoutValue = and(isFinal, eq(analysisResults.valueCount, 0))
  const isCancelled = eq(analysisResults.status, 'cancelled')
  const found = await findUnread(context, testResultId, or(isCancelled, withoutValue))
  if (!found) return null
  const { t, reader } = found
  return {
    ...reader,
    subject: t('mails:withdrawnResult.subject'),
    heading: t('mails:withdrawnResult.heading'),
    blocks: [
      { kind: 'paragraph', text: t('mails:withdrawnResult.intro', { number: found.orderNumber }) },
      { kind: 'paragraph', text: t('mails:withdrawnResult.doctor') },
      {
        kind: 'button',
        label: t('mails:withdrawnResult.button'),
        url: pageOf(context.settings, testResultId),
      },
      { kind: 'small', text: t('mails:result.privacy') },
    ],
  }
}

const pageOf = (settings: ApiContext['settings'], testResultId: string) =>
  shopLink(settings, 'testResultPatientsList', { params: { testResultId } })
