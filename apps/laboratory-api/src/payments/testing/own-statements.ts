import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestDatabase } from '@shop/database/testing/test-database'

interface Watch {
  count: number
  limit: number
}

/** Thrown in place of a statement, as if the process had ended there: an open transaction is rolled back. */
class Crash extends Error {}

/**
 * The end of a process rolls back by itself; here the connection lives on and has to be told. Before `begin` nothing
 * has happened that the statement before did not do.
 */
const isBracket = (text: string) => text === 'begin' || text === 'rollback'

/** Watches the statements of given work only, not those of jobs that run beside it. Once per database. */
export function watchStatements(database: TestDatabase) {
  const watches = new AsyncLocalStorage<Watch>()
  const push = database.statements.push.bind(database.statements)
  database.statements.push = (...texts) => {
    const own = watches.getStore()
    if (own) {
      if (own.count >= own.limit && !texts.every(isBracket)) {
        own.limit = -1
        throw new Crash()
      }
      own.count += texts.length
    }
    return push(...texts)
  }
  return {
    /** How many statements the work takes. */
    async count(work: () => Promise<unknown>): Promise<number> {
      const own = { count: 0, limit: Number.POSITIVE_INFINITY }
      await watches.run(own, work)
      return own.count
    },
    /** Ends the work before a statement, the first being 0; answers whether it was ended before it was through. */
    async crashAt(statement: number, work: () => Promise<unknown>): Promise<boolean> {
      const own = { count: 0, limit: statement }
      await watches.run(own, () => work().catch(() => {}))
      return own.limit < 0
    },
  }
}
