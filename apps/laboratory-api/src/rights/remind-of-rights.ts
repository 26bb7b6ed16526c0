import { todayIn } from '@shop/domain/age'
import { addDays } from '@shop/domain/dates'
import { RIGHT_REMINDER_DAYS } from '@shop/domain/rights'
import { and, eq, isNull, lte } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { rightsRequests } from './tables.ts'

/** Reminds the house once of each open request whose last day is near; returns how many. */
export async function remindOfRights({ database, mail, settings, now }: ApiContext): Promise<number> {
  const at = now()
  const until = addDays(todayIn(settings.businessTimeZone, at), RIGHT_REMINDER_DAYS)
  return database.transaction(async (queries) => {
    const reminded = await queries
      .update(rightsRequests)
      .set({ remindedAt: at })
      .where(
        and(
          eq(rightsRequests.state, 'open'),
          isNull(rightsRequests.remindedAt),
          lte(rightsRequests.dueOn, until),
        ),
      )
      .returning({ id: rightsRequests.id })
    for (const { id } of reminded) await mail.send(queries, 'rights-due', { rightsRequestId: id })
    return reminded.length
  })
}
