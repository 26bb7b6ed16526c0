import { todayIn } from '@shop/domain/age'
import { and, lt, notExists } from 'drizzle-orm'
import { restrictedOwner } from '../../accounts/processing-limits.ts'
import type { ApiContext } from '../../context.ts'
import { daysBefore, PLANNED_REPEAT_DAYS } from '../../retention.ts'
import { plannedRepeats } from './tables.ts'

/** Deletes plans long after their month, whether or not it was done. Those of restricted accounts are kept. */
export async function deletePastRepeats({
  database: { queries },
  settings,
  now,
}: Pick<ApiContext, 'database' | 'settings' | 'now'>): Promise<void> {
  const { month, userId } = plannedRepeats
  const before = todayIn(settings.businessTimeZone, daysBefore(now(), PLANNED_REPEAT_DAYS))
  await queries
    .delete(plannedRepeats)
    .where(and(lt(month, before), notExists(restrictedOwner(queries, userId))))
}
