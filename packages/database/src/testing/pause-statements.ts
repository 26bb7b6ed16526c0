import { Client } from 'pg'

/**
 * From now on `decide` is asked about each statement of this process to PostgreSQL. A statement paused before or
 * after it is sent never returns: its work stays there until the process ends.
 */
export function pauseStatements(decide: (text: string) => 'go' | 'before' | 'after'): void {
  const query = Client.prototype.query as (...parameters: unknown[]) => unknown
  function ask(this: Client, ...parameters: unknown[]): unknown {
    const [statement] = parameters as [string | { text?: string }]
    const decision = decide(typeof statement === 'string' ? statement : (statement.text ?? ''))
    const answer = decision === 'before' ? undefined : query.apply(this, parameters)
    return decision === 'go' ? answer : new Promise(() => {})
  }
  Client.prototype.query = ask as typeof Client.prototype.query
}
