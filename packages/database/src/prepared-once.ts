import type { Queries } from './open-database.ts'

/**
 * Statements that are built once per database and planned once per connection: for those that run so often that
 * building them costs as much as running them. For the database itself, not for transactions, each of which would
 * build its own. `given` is used for building alone, so it is the same at every call.
 */
export function preparedOnce<Statements, Given extends unknown[] = []>(
  prepare: (queries: Queries, ...given: Given) => Statements,
): (queries: Queries, ...given: Given) => Statements {
  const prepared = new WeakMap<Queries, Statements>()
  return (queries, ...given) => {
    let statements = prepared.get(queries)
    if (!statements) {
      statements = prepare(queries, ...given)
      prepared.set(queries, statements)
    }
    return statements
  }
}
