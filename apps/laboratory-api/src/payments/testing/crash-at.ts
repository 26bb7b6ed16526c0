import type { TestDatabase } from '@shop/database/testing/test-database'

/** Thrown in place of a statement, as if the process had ended there: an open transaction is rolled back. */
class Crash extends Error {}

/**
 * When a process ends, its transaction rolls back on its own; here the connection lives on and must be told. A crash
 * before `begin` leaves the same as one after the previous statement.
 */
const isBracket = (text: string) => text === 'begin' || text === 'rollback'

/** Ends the work before a statement, the first being 0; returns whether it was ended before it was complete. */
export async function crashAt(
  database: TestDatabase,
  statement: number,
  work: () => Promise<unknown>,
): Promise<boolean> {
  let count = 0
  let hasCrashed = false
  const crashThere = (text: string) => {
    if ((hasCrashed || count >= statement) && !isBracket(text)) {
      hasCrashed = true
      throw new Crash()
    }
    count++
  }
  await database.watch(crashThere, () => work().catch(() => {}))
  return hasCrashed
}
