import { useState } from 'react'

/**
 * A key for a form with what somebody types: it changes, and the form empties, after its own success and no
 * other's. `done`: what the page's action answered.
 */
export function useEmptied(done: unknown, isOwnSuccess: boolean): number {
  const [seen, setSeen] = useState({ done, times: 0 })
  if (seen.done === done) return seen.times
  const times = seen.times + (isOwnSuccess ? 1 : 0)
  setSeen({ done, times })
  return times
}
