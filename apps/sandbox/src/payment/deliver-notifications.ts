import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { type Notification, notification } from '../tables.ts'
import type { PaymentPage } from './payment-page.ts'

/** Seconds between attempts; after the last attempt the notification is given up. */
const BACKOFF_SECONDS = [2, 15, 60, 5 * 60, 15 * 60]
const ANSWER_TIMEOUT_MS = 10_000
/**
 * The first attempt is reserved for the process that wrote the notification for this long; then it is due for
 * any.
 */
const FIRST_TRY_MS = 3 * ANSWER_TIMEOUT_MS

/** When a notification that its writer sends immediately becomes due for others, in case the writer crashes. */
export function dueForOthers(now: Date): Date {
  return new Date(now.getTime() + FIRST_TRY_MS)
}

/**
 * Sends due notifications, oldest first, until a shop answers 200. With `transactionUid`, makes only the
 * first attempts of that payment, due or not. Several processes may run it concurrently. Returns how many
 * were accepted.
 */
export async function deliverNotifications(
  page: PaymentPage,
  { transactionUid }: { transactionUid?: string } = {},
): Promise<number> {
  let delivered = 0
  for (;;) {
    const claimed = await claimNext(page, transactionUid)
    if (!claimed) return delivered
    const status = await send(page, claimed)
    if (status === 200) delivered += 1
    await page.database.queries
      .update(notification)
      .set({ lastStatus: status, ...(status === 200 ? { state: 'delivered' as const } : {}) })
      .where(eq(notification.seq, claimed.seq))
  }
}

/**
 * Claiming sets the time of the next attempt: if the process dies while sending, the notification is sent
 * again rather than never. Shops must therefore tolerate repetitions.
 */
async function claimNext(page: PaymentPage, transactionUid: string | undefined) {
  const now = page.now()
  return page.database.transaction(async (queries) => {
    const [due] = await queries
      .select({ seq: notification.seq, tries: notification.tries })
      .from(notification)
      .where(
        and(
          eq(notification.state, 'due'),
          ...(transactionUid
            ? [eq(notification.transactionUid, transactionUid), eq(notification.tries, 0)]
            : [lte(notification.nextTryAt, now)]),
        ),
      )
      .orderBy(asc(notification.nextTryAt), asc(notification.seq))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!due) return undefined
    const wait = BACKOFF_SECONDS[due.tries]
    const [claimed] = await queries
      .update(notification)
      .set({
        tries: due.tries + 1,
        ...(wait === undefined
          ? { state: 'abandoned' as const }
          : { nextTryAt: new Date(now.getTime() + wait * 1000) }),
      })
      .where(inArray(notification.seq, [due.seq]))
      .returning()
    return claimed
  })
}

/** Returns the HTTP status, or null if there was no response. */
async function send(page: PaymentPage, { url, body, signature }: Notification): Promise<number | null> {
  try {
    const answer = await page.fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${page.shopId}:${page.secretKey}`).toString('base64')}`,
        'content-type': 'application/json',
        'content-signature': signature,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return null
  }
}
