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

/**
 * The same for what is made from an object, such as a catalogue: its latest results are kept, at most as long as the
 * object itself is in use.
 */
export function madeOnceFor<
  Source extends WeakKey,
  Args extends readonly unknown[],
  Made extends NonNullable<unknown>,
>(make: (source: Source, ...args: Args) => Made): (source: Source, ...args: Args) => Made {
  const ofSource = new WeakMap<Source, (...args: Args) => Made>()
  return (source, ...args) => {
    const known = ofSource.get(source)
    if (known) return known(...args)
    const made = madeOnce((...args: Args) => make(source, ...args))
    ofSource.set(source, made)
    return made(...args)
  }
}
