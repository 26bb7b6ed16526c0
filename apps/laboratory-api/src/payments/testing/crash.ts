import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestDatabase } from '@shop/database/testing/test-database'

interface Countdown {
  statements: number
}

/** Thrown in place of a statement, as if the process had ended there: an open transaction is rolled back. */
export class Crash extends Error {}

/**
 * The end of a process rolls back by itself; here the connection lives on and has to be told. Before `begin` nothing
 * has happened that the statement before did not do.
 */
const isBracket = (text: string) => text === 'begin' || text === 'rollback'

/**
 * Lets work end before its n-th statement. Only statements of that work are counted, not those of jobs that run
 * beside it.
 */
export function createCrasher(database: TestDatabase) {
  const countdown = new AsyncLocalStorage<Countdown>()
  const push = database.statements.push.bind(database.statements)
  database.statements.push = (...texts) => {
    const own = countdown.getStore()
    if (own && !texts.every(isBracket) && --own.statements < 0) throw new Crash()
    return push(...texts)
  }
  return {
    /** Answers whether the work was ended before it was through. */
    async crashAt(statement: number, work: () => Promise<unknown>): Promise<boolean> {
      const own = { statements: statement }
      await countdown.run(own, () => work().catch(() => {}))
      return own.statements < 0
    },
  }
}
