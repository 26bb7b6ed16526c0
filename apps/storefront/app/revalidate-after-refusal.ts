import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Reads a page anew also after its form was refused: mostly something has changed meanwhile, and what the page
 * shows (a free time, a price, a state) is what the refusal is about. By default a refusal leaves it as it was.
 */
export function revalidateAfterRefusal({
  actionStatus = 0,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || actionStatus >= 400
}
