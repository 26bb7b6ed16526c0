import { LRUCache } from 'lru-cache'

/**
 * Caches the latest results of a function by its arguments: results that are costly to make and hold no state of a
 * request.
 */
export function madeOnce<Args extends readonly unknown[], Made extends NonNullable<unknown>>(
  make: (...args: Args) => Made,
): (...args: Args) => Made {
  const made = new LRUCache<string, Made>({ max: 200 })
  return (...args) => {
    const key = JSON.stringify(args)
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(...args)
    made.set(key, value)
    return value
  }
}
