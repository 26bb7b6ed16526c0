/** The longest word compared; the rows are reused by all calls, because words of the index are short. */
const LONGEST = 64
const rows = [new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1)]

/**
 * The number of insertions, deletions, substitutions and swaps of neighbours between two words (optimal
 * string alignment), or `limit + 1` if there are more. With `asBeginning`, the distance to the closest
 * beginning of `word`, for a `wanted` word that is still being typed. Only the first 64 letters are compared.
 */
export function editDistance(wanted: string, word: string, limit: number, asBeginning = false): number {
  const width = Math.min(wanted.length, LONGEST)
  const height = Math.min(word.length, LONGEST)
  if (width - height > limit || (!asBeginning && height - width > limit)) return limit + 1
  let [before, above, row] = rows as [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= width; column++) above[column] = column
  let best = width
  for (let index = 1; index <= height; index++) {
    const letter = word.charCodeAt(index - 1)
    const letterBefore = index > 1 ? word.charCodeAt(index - 2) : -1
    row[0] = index
    let least = index
    for (let column = 1; column <= width; column++) {
      const other = wanted.charCodeAt(column - 1)
      let cost = above[column - 1]! + (other === letter ? 0 : 1)
      if (above[column]! + 1 < cost) cost = above[column]! + 1
      if (row[column - 1]! + 1 < cost) cost = row[column - 1]! + 1
      if (column > 1 && other === letterBefore && wanted.charCodeAt(column - 2) === letter) {
        if (before[column - 2]! + 1 < cost) cost = before[column - 2]! + 1
      }
      row[column] = cost
      if (cost < least) least = cost
    }
    if (row[width]! < best) best = row[width]!
    const beforeNext = before
    before = above
    above = row
    row = beforeNext
    // The minimum of a row is never below that of the row before.
    if (least > limit) break
  }
  const distance = asBeginning ? best : above[width]!
  return Math.min(distance, limit + 1)
}
