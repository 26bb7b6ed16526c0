import type { TestDatabase } from '@shop/database/testing/test-database'

/** Thrown in place of a statement, as if the process had ended there: an open transaction is rolled back. */
class Crash extends Error {}

/**
 * The end of a process rolls back by itself; here the connection lives on and has to be told. Before `begin` nothing
 * has happened that the statement before did not do.
 */
const isBracket = (text: string) => text === 'begin' || text === 'rollback'

/** Ends the work before a statement, the first being 0; answers whether it was ended before it was through. */
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
