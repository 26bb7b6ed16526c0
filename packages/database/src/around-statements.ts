import type { PGlite } from '@electric-sql/pglite'
import { type Client, Pool, type PoolClient, type PoolConfig } from 'pg'

/** Runs a statement that is identified by its text; its parameters are not passed on. */
export type AroundStatement = <T>(text: string, run: () => Promise<T>) => Promise<T>

export interface StatementWatch {
  aroundStatement?: AroundStatement | undefined
  onConnectionWait?: ((ms: number) => void) | undefined
}

type Query = (...parameters: unknown[]) => unknown

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  return (statement as { text?: string } | null)?.text ?? ''
}

/**
 * The same query with `around` about each awaited call. A call with a callback is skipped: it is part of an awaited
 * one.
 */
export function watchedQuery<Q>(query: Q, { aroundStatement: around }: StatementWatch): Q {
  if (!around) return query
  const run = query as Query
  const watched: Query = (...parameters) =>
    typeof parameters.at(-1) === 'function'
      ? run(...parameters)
      : around(textOf(parameters[0]), async () => run(...parameters))
  return watched as Q
}

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void

/** A pool that reports its statements and how long each connection was waited for. */
export class WatchedPool extends Pool {
  constructor(
    config: PoolConfig & { Client?: typeof Client },
    { onConnectionWait, ...watch }: StatementWatch,
  ) {
    super(config)
    this.query = watchedQuery(this.query.bind(this), watch)
    if (!onConnectionWait) return
    const connect = this.connect.bind(this)
    // The pool's own `query` also connects through here.
    this.connect = ((callback?: ConnectCallback) => {
      const started = performance.now()
      const end = () => onConnectionWait(performance.now() - started)
      if (!callback) return connect().finally(end)
      connect((error, client, done) => {
        end()
        callback(error, client, done)
      })
    }) as Pool['connect']
  }
}

/** The embedded engine as queries see it, in and outside transactions. */
export function watchedEmbedded(client: PGlite, watch: StatementWatch): PGlite {
  if (!watch.aroundStatement) return client
  const query = watchedQuery(client.query.bind(client), watch)
  const transaction: PGlite['transaction'] = (work) =>
    client.transaction((inside) => work({ ...inside, query: watchedQuery(inside.query, watch) }))
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query') return query
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
