import { setImmediate } from 'node:timers/promises'

/**
 * The entries of a long list, with their indexes, in pieces of at most `size`; other work can run between two pieces.
 */
export async function* entriesInPieces<T>(
  list: readonly T[],
  size: number,
): AsyncGenerator<readonly (readonly [number, T])[]> {
  for (let from = 0; from < list.length; from += size) {
    if (from > 0) await setImmediate()
    yield list.slice(from, from + size).map((entry, index) => [from + index, entry] as const)
  }
}

/** `map` over a long list, `size` at a time. */
export async function mapInPieces<T, U>(
  list: readonly T[],
  size: number,
  map: (value: T) => U,
): Promise<U[]> {
  const made: U[] = []
  for await (const piece of entriesInPieces(list, size)) for (const [, value] of piece) made.push(map(value))
  return made
}
