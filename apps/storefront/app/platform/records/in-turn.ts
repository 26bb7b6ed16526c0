const tails = new Map<string, Promise<unknown>>()

/**
 * Runs work with the same key one after another within this process. Versions alone would be right too; this
 * only spares the retries when one owner's changes come at once.
 */
export function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(key) ?? Promise.resolve()
  const result = before.then(work, work)
  const tail = result.catch(() => {})
  tails.set(key, tail)
  tail.then(() => {
    if (tails.get(key) === tail) tails.delete(key)
  })
  return result
}
