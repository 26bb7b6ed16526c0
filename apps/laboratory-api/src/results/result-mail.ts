import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { findUser } from '../accounts/user-queries.ts'
import type { ApiContext } from '../context.ts'
import type { MailMessage } from '../mail/message.ts'
import { orders } from '../orders/tables.ts'
import { textsIn } from '../texts.ts'
import { RESULT_READY } from './announce-result.ts'
import { analysisResults, testResults } from './tables.ts'

type ResultData = { testResultId: string }

/** The mail "a result is ready": that there is something, and whether it cannot wait, but not what. */
export function defineResultMails(context: ApiContext): void {
  context.mail.template<ResultData>(RESULT_READY, ({ testResultId }) =>
    resultReadyMail(context, testResultId),
  )
}

/** Null once everything has been read, or nothing final is left, or the account is gone. */
async function resultReadyMail(
  { database, settings, partner }: ApiContext,
  testResultId: string,
): Promise<MailMessage | null> {
  const { queries } = database
  const [found] = await queries
    .select({
      userId: testResults.userId,
      orderNumber: orders.number,
      hasCritical: sql<boolean>`bool_or(${analysisResults.hasCritical})`,
    })
    .from(testResults)
    .innerJoin(orders, eq(orders.id, testResults.orderId))
    .innerJoin(analysisResults, eq(analysisResults.testResultId, testResults.id))
    .where(
      and(
        eq(testResults.id, testResultId),
        inArray(analysisResults.status, ['final', 'corrected']),
        gt(analysisResults.valueCount, 0),
        isNull(analysisResults.heldSince),
        or(isNull(analysisResults.readAt), lt(analysisResults.readAt, analysisResults.changedAt)),
      ),
    )
    .groupBy(testResults.id, orders.number)
  const user = found?.userId ? await findUser(queries, found.userId) : null
  if (!found || !user) return null
  const { locale, firstName, lastName } = user
  const t = textsIn(locale)
  return {
    to: { address: user.email, name: `${firstName} ${lastName}` },
    locale,
    firstName,
    subject: t('mails:result.subject'),
    heading: t('mails:result.heading'),
    blocks: [
      { kind: 'paragraph', text: t('mails:result.intro', { number: found.orderNumber }) },
      ...(found.hasCritical
        ? [
            {
              kind: 'alarm',
              text: t('mails:result.critical'),
              label: t('results.critical.phone'),
              phone: partner.phone,
            } as const,
          ]
        : []),
      {
        kind: 'button',
        label: t('mails:result.button'),
        url: `${settings.publicUrl}/test-results/${testResultId}/patients`,
      },
      { kind: 'small', text: t('mails:result.privacy') },
    ],
  }
}
