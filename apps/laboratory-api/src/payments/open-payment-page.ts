import { shopLink } from '@shop/contract/page-links'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { and, eq } from 'drizzle-orm'
import { assertUsable } from '../accounts/processing-limits.ts'
import { users } from '../accounts/tables.ts'
import type { ApiContext } from '../context.ts'
import { isOfOrder } from '../is-of-order.ts'
import type { PayableOrder } from './payable-orders.ts'
import { ProviderUnavailable } from './provider.ts'
import { type AttemptRow, paymentAttempts } from './tables.ts'

export interface Payer {
  email: string
  firstName: string
  lastName: string
}

/** To whom the provider sends its receipt. The account exists: its token was just accepted. */
export async function findPayer(queries: Queries, userId: string): Promise<Payer> {
  const { email, firstName, lastName, restrictedAt } = users
  const [account] = await queries
    .select({ payer: { email, firstName, lastName }, restrictedAt })
    .from(users)
    .where(eq(users.id, userId))
  assertUsable(account)
  return account!.payer
}

/**
 * Asks the provider for a page and stores it; never inside a transaction. Returns the URL of the page. After a crash
 * in between, the attempt is still `created` and its page is requested again: no one has seen the lost one.
 * @throws ProviderUnavailable
 */
export async function openPaymentPage(
  context: ApiContext,
  { attempt, order, payer }: { attempt: AttemptRow; order: PayableOrder; payer: Payer },
): Promise<string> {
  const { provider, settings, database } = context
  if (attempt.redirectUrl) return attempt.redirectUrl
  const page = await provider.openPage({
    attemptId: attempt.id,
    orderId: order.id,
    orderNumber: order.number,
    amount: attempt.amount,
    currency: attempt.currency,
    expiresAt: attempt.expiresAt,
    returnUrl: orderPageUrl(settings, order.id),
    notificationUrl: `${settings.apiPublicUrl}/payments/${provider.name}/notifications`,
    locale: order.locale,
    customer: payer,
  })
  assertAllowed(page.redirectUrl, context)
  const isOwn = and(eq(paymentAttempts.id, attempt.id), isOfOrder(paymentAttempts, order))
  const [redirected] = await database.queries
    .update(paymentAttempts)
    .set({ state: 'redirected', ...page })
    .where(and(isOwn, eq(paymentAttempts.state, 'created')))
    .returning({ id: paymentAttempts.id })
  if (redirected) return page.redirectUrl
  // Another request was faster: a second click, or the end of the order.
  const [current] = await database.queries.select().from(paymentAttempts).where(isOwn)
  if (current?.state === 'redirected' && current.redirectUrl) return current.redirectUrl
  throw new Problem('order_not_payable')
}

/**
 * Where the provider sends customers back to, and where an order can be paid later. The page only reads, it never
 * decides.
 */
export function orderPageUrl(settings: Pick<ApiContext['settings'], 'publicUrl'>, orderId: string): string {
  return shopLink(settings, 'orderSubmitted', { query: { orderId } })
}

/** A provider's answer may send customers only to its own page, or to the shop itself. */
function assertAllowed(url: string, { provider, settings }: ApiContext): void {
  const { host, protocol } = new URL(url)
  const own = new URL(settings.publicUrl)
  const isAllowed = provider.redirectHosts.includes(host) || host === own.host
  const isSafe = protocol === 'https:' || (protocol === 'http:' && own.protocol === 'http:')
  if (!isAllowed || !isSafe) throw new ProviderUnavailable('payment page on an unexpected host')
}
