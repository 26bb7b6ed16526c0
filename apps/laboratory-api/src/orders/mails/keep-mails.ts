import { eq, sql } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import type { MailKeeper } from '../../mail/mail.ts'
import { orderMails, orders } from '../tables.ts'

/** `a•••@mail.example`: enough for customers on the telephone to recognise their address, but not the address. */
export const maskedAddress = (address: string): string =>
  address.replace(/^(.)[^@]*/u, (_, first: string) => `${first}•••`)

/**
 * Records which mails were sent about an order, for its page at the desk. Their text is built each time and never
 * stored.
 */
export function orderMailKeeper({ database, now }: ApiContext): MailKeeper {
  return {
    // What staff repeat is sent even if a later mail has followed, so `queuedFor` is not kept.
    async queued(queries, { id, template, data: { orderId, queuedFor: _, ...data } }) {
      const queuedAt = now()
      const row = { id, orderId: String(orderId), template, data, queuedAt }
      // A mail's job contains only the order's id.
      const ownerId = sql`(select whose.owner_id from ${orders} as whose where whose.id = ${row.orderId}::uuid)`
      await queries.insert(orderMails).values({ ...row, ownerId })
    },
    async ended(id, end) {
      const sentTo = end.outcome === 'dropped' ? null : maskedAddress(end.address)
      await database.queries
        .update(orderMails)
        .set({
          outcome: end.outcome,
          endedAt: now(),
          // The account may have been erased while the mail was being sent: then the address is not stored again.
          sentTo: sql`case when exists (select from ${orders} as whose where whose.id = ${orderMails.orderId}
            and whose.user_id is not null) then ${sentTo}::text end`,
        })
        .where(eq(orderMails.id, id))
    },
  }
}
