import { useState } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For a screen's `shouldRevalidate`: after a form sent too late, the screen shows what a colleague did in the meantime
 * beside what was typed, and the form is sent again with the current version. By default the router reloads nothing
 * after a refused form.
 */
export const reloadAfterConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => defaultShouldRevalidate || actionStatus === 409

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
