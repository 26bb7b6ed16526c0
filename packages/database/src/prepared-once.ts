import type { Queries } from './open-database.ts'

/**
 * Statements that are built once per database and planned once per connection: for those that run so often that
 * building them costs as much as running them. For the database itself, not for transactions, each of which would
 * build its own.
 */
export function preparedOnce<Statements>(
  prepare: (queries: Queries) => Statements,
): (queries: Queries) => Statements {
  const prepared = new WeakMap<Queries, Statements>()
  return (queries) => {
    let statements = prepared.get(queries)
    if (!statements) {
      statements = prepare(queries)
      prepared.set(queries, statements)
    }
    return statements
  }
}
