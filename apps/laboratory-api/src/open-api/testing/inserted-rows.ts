import type { Statement } from '@shop/database/testing/read-plans'

export interface InsertedRow {
  table: string
  /** By column; undefined if it is not a parameter (`default`, an expression). */
  values: Map<string, unknown>
}

const INSERT = /insert into "?laboratory"?\."?(\w+)"? \(([^)]*)\)\s+values\s+/gi

/** The rows that a statement inserts by `values`, also inside a `with`. */
export function insertedRows({ text, parameters }: Statement): InsertedRow[] {
  return [...text.matchAll(INSERT)].flatMap((match) => {
    const [whole, table = '', columns = ''] = match
    const names = columns.split(',').map((column) => column.trim().replaceAll('"', ''))
    return tuplesAt(text, match.index + whole.length).map((tuple) => ({
      table,
      values: new Map(names.map((name, at) => [name, parameterOf(tuple[at]!, parameters)])),
    }))
  })
}

function parameterOf(expression: string, parameters: readonly unknown[]): unknown {
  const parameter = /^\$(\d+)(?:::\w+)?$/.exec(expression.trim())
  return parameter ? parameters[Number(parameter[1]) - 1] : undefined
}

/** `(a, f(b, c)), (d, e)` from this position on, as texts. */
function tuplesAt(text: string, from: number): string[][] {
  const tuples: string[][] = []
  let [depth, begin] = [0, from]
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '(' && depth++ === 0) {
      tuples.push([])
      begin = at + 1
    } else if (depth > 0 && ((sign === ',' && depth === 1) || (sign === ')' && --depth === 0))) {
      tuples.at(-1)!.push(text.slice(begin, at))
      begin = at + 1
    } else if (depth === 0 && !/[,\s]/.test(sign)) break
  }
  return tuples
}
