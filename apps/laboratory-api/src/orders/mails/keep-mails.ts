import { eq, sql } from 'drizzle-orm'
import type { ApiContext } from '../../context.ts'
import type { MailKeeper } from '../../mail/mail.ts'
import { orderMails, orders } from '../tables.ts'

/** `a•••@mail.example`: enough to hear on the telephone whether it is theirs, and no address. */
export const maskedAddress = (address: string): string =>
  address.replace(/^(.)[^@]*/u, (_, first: string) => `${first}•••`)

/** Which mails there were about an order, for its page at the desk: what they said is made anew each time and kept nowhere. */
export function orderMailKeeper({ database, now }: ApiContext): MailKeeper {
  return {
    async queued(queries, { id, template, data: { orderId, ...data } }) {
      const queuedAt = now()
      const row = { id, orderId: String(orderId), template, data, queuedAt }
      // A mail's job names the order alone.
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
          // The account may have been erased while the mail was under way: its address does not come back.
          sentTo: sql`case when exists (select from ${orders} as whose where whose.id = ${orderMails.orderId}
            and whose.user_id is not null) then ${sentTo}::text end`,
        })
        .where(eq(orderMails.id, id))
    },
  }
}
