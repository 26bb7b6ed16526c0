import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Reads a page anew also after its form was refused: mostly something has changed meanwhile, and what the page
 * shows (a free time, a price, a state) is what the refusal is about. By default a refusal leaves it as it was, and so does a form
 * that got no answer: it was refused by nobody.
 */
export function revalidateAfterRefusal({
  actionStatus = 0,
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || (actionStatus >= 400 && actionResult !== undefined)
}
