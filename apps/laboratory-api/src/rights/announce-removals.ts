import { shopLink } from '@shop/contract/page-links'
import type { Queries } from '@shop/database/open-database'
import { todayIn } from '@shop/domain/age'
import { formatDay } from '@shop/texts/formats.server'
import { and, asc, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables.ts'
import { findUser } from '../accounts/user-queries.ts'
import type { ApiContext } from '../context.ts'
import type { MailMessage } from '../mail/message.ts'
import { orders } from '../orders/tables.ts'
import { testResults } from '../results/tables.ts'
import { daysAfter, REMOVAL_ANNOUNCED_DAYS, yearsBefore } from '../retention.ts'
import { textsIn } from '../texts.ts'
import { agedOrders, agedResults, isUnannounced } from './past-retention.ts'

const REMOVAL_AHEAD = 'removal-ahead'
type RemovalMail = { userId: string; toldAt: string }

/** Results and orders processed in one transaction. */
const BATCH = 50

/**
 * What is past its time in thirty days and has not been announced. An order waits until its result is
 * announced, or is announced with it.
 */
function unannounced({ settings, now }: ApiContext, queries: Queries) {
  const { retainResultsYears, retainOrdersYears } = settings
  const [today, then] = [now(), daysAfter(now(), REMOVAL_ANNOUNCED_DAYS)]
  const unannouncedResults = queries
    .select({ id: testResults.id })
    .from(testResults)
    .where(and(eq(testResults.orderId, orders.id), isUnannounced(testResults, today)))
  return {
    results:
      retainResultsYears === null
        ? sql`false`
        : and(agedResults(queries, yearsBefore(then, retainResultsYears)), isUnannounced(testResults, today)),
    orders:
      retainOrdersYears === null
        ? sql`false`
        : and(
            agedOrders(queries, yearsBefore(then, retainOrdersYears)),
            isUnannounced(orders, today),
            notExists(unannouncedResults),
          ),
  }
}

/**
 * Mails each owner once which results and orders will be removed by age, thirty days before. Rows marked as
 * announced have their mail in the outbox; unmarked rows are not removed.
 */
export async function announceRemovals(context: ApiContext): Promise<void> {
  const { database, mail, logger, settings, now } = context
  if (settings.retainResultsYears === null && settings.retainOrdersYears === null) return
  let announced = 0
  for (let more = 1; more > 0; announced += more) {
    more = await database.transaction(async (queries) => {
      const due = unannounced(context, queries)
      const owners = union(
        queries
          .select({ id: testResults.userId })
          .from(testResults)
          .where(and(isNotNull(testResults.userId), due.results))
          .orderBy(asc(testResults.sampledAt))
          .limit(BATCH),
        queries
          .select({ id: orders.userId })
          .from(orders)
          .where(and(isNotNull(orders.userId), due.orders))
          .orderBy(asc(orders.updatedAt))
          .limit(BATCH),
      )
      // Accounts locked by another process wait for the next night.
      const held = await queries
        .select({ id: users.id })
        .from(users)
        .where(inArray(users.id, owners))
        .for('update', { skipLocked: true })
      const ids = held.map(({ id }) => id)
      if (ids.length === 0) return 0
      const removalToldAt = now()
      const results = await queries
        .update(testResults)
        .set({ removalToldAt })
        .where(and(inArray(testResults.userId, ids), due.results))
        .returning({ userId: testResults.userId })
      const emptied = await queries
        .update(orders)
        .set({ removalToldAt })
        .where(and(inArray(orders.userId, ids), due.orders))
        .returning({ userId: orders.userId })
      const people = new Set([...results, ...emptied].flatMap(({ userId }) => userId ?? []))
      for (const userId of people) {
        await mail.send(queries, REMOVAL_AHEAD, { userId, toldAt: removalToldAt.toISOString() })
      }
      return people.size
    })
  }
  if (announced > 0)
    logger.info({ told: announced }, 'owners were notified of data that will soon be deleted')
}

/** The mail names orders by number, never tests or people. */
export function defineRemovalMail(context: ApiContext): void {
  context.mail.template<RemovalMail>(REMOVAL_AHEAD, (data) => removalMail(context, data))
}

async function removalMail(
  { database: { queries }, settings }: ApiContext,
  { userId, toldAt }: RemovalMail,
): Promise<MailMessage | null> {
  const user = await findUser(queries, userId)
  const at = new Date(toldAt)
  const results = await queries
    .select({ number: orders.number })
    .from(testResults)
    .innerJoin(orders, eq(orders.id, testResults.orderId))
    .where(and(eq(testResults.userId, userId), eq(testResults.removalToldAt, at)))
    .orderBy(asc(orders.number))
  const emptied = await queries
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.removalToldAt, at)))
    .orderBy(asc(orders.number))
  if (!user || (results.length === 0 && emptied.length === 0)) return null
  const { locale, firstName, lastName, email } = user
  const t = textsIn(locale)
  const first = todayIn(settings.businessTimeZone, daysAfter(at, REMOVAL_ANNOUNCED_DAYS))
  const numbers = (of: readonly { number: string }[]) => of.map(({ number }) => number).join(', ')
  const rows: [string, string][] = []
  if (results.length > 0) rows.push([t('mails:removalAhead.results'), numbers(results)])
  if (emptied.length > 0) rows.push([t('order.list.title'), numbers(emptied)])
  return {
    to: { address: email, name: `${firstName} ${lastName}` },
    locale,
    firstName,
    subject: t('mails:removalAhead.subject'),
    heading: t('mails:removalAhead.heading'),
    blocks: [
      { kind: 'paragraph', text: t('mails:removalAhead.text', { day: formatDay(first, locale, 'date') }) },
      { kind: 'facts', rows },
      { kind: 'paragraph', text: t('mails:removalAhead.keep') },
      results.length > 0
        ? { kind: 'button', label: t('mails:removalAhead.button'), url: shopLink(settings, 'testResults') }
        : { kind: 'button', label: t('mails:removalAhead.toOrders'), url: shopLink(settings, 'orders') },
    ],
  }
}
