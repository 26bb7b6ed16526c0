import type { Queries } from '@shop/database/open-database'
import { lt } from 'drizzle-orm'
import { formerEmails } from './tables.ts'

/** Longer than the mail's last try. */
const KEPT_MS = 2 * 86_400_000

export async function deleteToldFormerEmails(queries: Queries, now: Date): Promise<void> {
  await queries.delete(formerEmails).where(lt(formerEmails.createdAt, new Date(now.getTime() - KEPT_MS)))
}
