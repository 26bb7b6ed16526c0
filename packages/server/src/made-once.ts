import { LRUCache } from 'lru-cache'

/** A function of what costs much to make and holds no state of a request: the last ones are kept, by their arguments. */
export function madeOnce<Args extends readonly unknown[], Made extends object>(
  make: (...args: Args) => Made,
): (...args: Args) => Made {
  const made = new LRUCache<string, Made>({ max: 200 })
  return (...args) => {
    const key = JSON.stringify(args)
    const known = made.get(key)
    if (known) return known
    const value = make(...args)
    made.set(key, value)
    return value
  }
}
