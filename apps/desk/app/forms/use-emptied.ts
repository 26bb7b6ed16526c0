import { useState } from 'react'

/**
 * A key for a form with typed text. It changes, and so empties the form, only after the form's own success.
 * `done`: what the page's action returned.
 */
export function useEmptied(done: unknown, isOwnSuccess: boolean): number {
  const [seen, setSeen] = useState({ done, times: 0 })
  if (seen.done === done) return seen.times
  const times = seen.times + (isOwnSuccess ? 1 : 0)
  setSeen({ done, times })
  return times
}
