import type { Queries } from '@shop/database/open-database'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { visitSlot } from './tables.ts'

interface SlotKey {
  laboratoryId: number
  start: Date
}

/**
 * Takes one place within the order's transaction; false if none is free. The write itself has the condition:
 * concurrent orders wait for each other, and each sees the count of the one before.
 */
export async function takeSlot(
  queries: Queries,
  { laboratoryId, start, capacity }: SlotKey & { capacity: number },
): Promise<boolean> {
  if (capacity < 1) return false
  const taken = await queries
    .insert(visitSlot)
    .values({ laboratoryId, start, taken: 1 })
    .onConflictDoUpdate({
      target: [visitSlot.laboratoryId, visitSlot.start],
      set: { taken: sql`${visitSlot.taken} + 1` },
      setWhere: lt(visitSlot.taken, capacity),
    })
    .returning({ taken: visitSlot.taken })
  return taken.length > 0
}

/** Gives a place back. */
export async function freeSlot(queries: Queries, { laboratoryId, start }: SlotKey): Promise<void> {
  await queries
    .update(visitSlot)
    .set({ taken: sql`${visitSlot.taken} - 1` })
    .where(and(eq(visitSlot.laboratoryId, laboratoryId), eq(visitSlot.start, start), gt(visitSlot.taken, 0)))
}
